// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <thread>

#include "tests/runtime/runtime_test.h"

namespace backlerp::test {
namespace {

using testing::HasSubstr;

class ErrorTest : public RuntimeTest {};

TEST_F(ErrorTest, MessagesAccumulateUntilTaken) {
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
  aclrtFree(nullptr);
  aclrtSetDevice(7);
  const char* const text = aclGetRecentErrMsg();
  ASSERT_NE(text, nullptr);
  EXPECT_STREQ(text,
               "aclrtFree: devPtr is null, expected a pointer\n"
               "aclrtSetDevice: deviceId is 7, expected 0, the only device\n");
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

TEST_F(ErrorTest, MessagesBelongToTheThread) {
  aclrtFree(nullptr);
  std::thread([] { EXPECT_EQ(aclGetRecentErrMsg(), nullptr); }).join();
  EXPECT_THAT(TakeMessage(), HasSubstr("aclrtFree"));
}

TEST_F(ErrorTest, OldMessagesGiveWay) {
  for (int i = 0; i < 10000; ++i) aclrtFree(nullptr);
  aclrtSetDevice(7);
  const std::string text = TakeMessage();
  EXPECT_LT(text.size(), size_t{64} << 10);
  EXPECT_THAT(text, testing::StartsWith("aclrtFree: "));
  EXPECT_THAT(text, testing::EndsWith("the only device\n"));
}

TEST_F(ErrorTest, LastErrorStaysUntilGot) {
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
  aclrtSetDevice(-1);
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL),
            ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL),
            ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
  TakeMessage();
  const auto no_level = NoSuch<aclrtLastErrLevel>(1);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "level", aclrtGetLastError, no_level);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "level", aclrtPeekAtLastError,
                 no_level);
}

TEST_F(ErrorTest, WorksAfterTheThreadsObjectsAreGone) {
  // Runs when the thread's own state has been destroyed.
  struct Late {
    ~Late() {
      EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
      EXPECT_THAT(TakeMessage(), HasSubstr("aclrtFree"));
    }
  };
  std::thread([] {
    static thread_local const Late late;
    aclrtFree(nullptr);
  }).join();
}

TEST_F(ErrorTest, Version) {
  int32_t major = 0;
  int32_t minor = 0;
  int32_t patch = -1;
  EXPECT_EQ(aclrtGetVersion(&major, &minor, &patch), ACL_SUCCESS);
  EXPECT_EQ(major, ACL_MAJOR_VERSION);
  EXPECT_EQ(minor, ACL_MINOR_VERSION);
  EXPECT_EQ(patch, ACL_PATCH_VERSION);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "majorVersion", aclrtGetVersion,
                 nullptr, &minor, &patch);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "minorVersion", aclrtGetVersion,
                 &major, nullptr, &patch);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "patchVersion", aclrtGetVersion,
                 &major, &minor, nullptr);
  aclCANNPackageVersion version;
  EXPECT_EQ(aclsysGetCANNVersion(ACL_PKG_NAME_CANN, &version), ACL_SUCCESS);
  EXPECT_STREQ(version.version, "8.1.RC1");
  EXPECT_STREQ(version.majorVersion, "8");
  EXPECT_REFUSED(ACL_ERROR_INVALID_FILE, "name", aclsysGetCANNVersion,
                 ACL_PKG_NAME_HCCL, &version);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "version", aclsysGetCANNVersion,
                 ACL_PKG_NAME_CANN, nullptr);
}

TEST_F(ErrorTest, UnsupportedFunctionsSaySo) {
  char text[8] = "";
  int32_t number = 0;
  uint32_t count = 0;
  void* pointer = nullptr;
  constexpr aclError kCode = ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
  EXPECT_REFUSED(kCode, "not supported", aclsysGetVersionStr, text, text);
  EXPECT_REFUSED(kCode, "not supported", aclsysGetVersionNum, text, &number);
  EXPECT_REFUSED(kCode, "not supported", aclrtDeviceCanAccessPeer, &number, 0,
                 1);
  EXPECT_REFUSED(kCode, "not supported", aclrtDeviceEnablePeerAccess, 1, 0);
  EXPECT_REFUSED(kCode, "not supported", aclrtGetStreamAvailableNum, &count);
  EXPECT_REFUSED(kCode, "not supported", aclrtHostRegister, text, 8,
                 ACL_HOST_REGISTER_MAPPED, &pointer);
  EXPECT_REFUSED(kCode, "not supported", aclrtSetDeviceSatMode,
                 ACL_RT_OVERFLOW_MODE_SATURATION);
  EXPECT_REFUSED(kCode, "not supported", aclrtAllocatorRegister, nullptr,
                 nullptr);
  EXPECT_REFUSED(kCode, "not supported", aclrtAllocatorUnregister, nullptr);
  EXPECT_REFUSED(kCode, "not supported", aclrtAllocatorDestroyDesc, nullptr);
  EXPECT_REFUSED(kCode, "not supported", aclrtAllocatorSetObjToDesc, nullptr,
                 nullptr);
  EXPECT_EQ(aclrtAllocatorCreateDesc(), nullptr);
  EXPECT_THAT(TakeMessage(), HasSubstr("aclrtAllocatorCreateDesc"));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "streamCount",
                 aclrtGetStreamAvailableNum, nullptr);
}

}  // namespace
}  // namespace backlerp::test
