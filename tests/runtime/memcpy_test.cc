// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <cstring>
#include <thread>

#include "tests/runtime/runtime_test.h"

namespace backlerp::test {
namespace {

constexpr auto kH2D = ACL_MEMCPY_HOST_TO_DEVICE;
constexpr auto kD2H = ACL_MEMCPY_DEVICE_TO_HOST;
constexpr auto kD2D = ACL_MEMCPY_DEVICE_TO_DEVICE;

class MemcpyTest : public RuntimeTest {
 protected:
  static constexpr size_t kBytes = 64;

  void SetUp() override {
    RuntimeTest::SetUp();
    ASSERT_EQ(aclrtMalloc(&device_, kBytes, ACL_MEM_MALLOC_HUGE_FIRST),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtMallocHost(&pinned_, kBytes), ACL_SUCCESS);
    std::memset(device_, 0, kBytes);
    std::memset(pinned_, 1, kBytes);
    host_.fill(2);
  }
  void TearDown() override {
    RuntimeTest::TearDown();
    EXPECT_EQ(aclrtFree(device_), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreeHost(pinned_), ACL_SUCCESS);
  }
  int FirstByte() const { return *static_cast<char*>(device_); }

  void* device_ = nullptr;
  void* pinned_ = nullptr;
  std::array<char, kBytes> host_{};
};

TEST_F(MemcpyTest, EveryKindCopies) {
  for (int kind = 0; kind <= 5; ++kind) {
    std::memset(device_, 0, kBytes);
    EXPECT_EQ(aclrtMemcpy(device_, kBytes, host_.data(), kBytes,
                          static_cast<aclrtMemcpyKind>(kind)),
              ACL_SUCCESS);
    EXPECT_EQ(std::memcmp(device_, host_.data(), kBytes), 0);
  }
}

TEST_F(MemcpyTest, TestsComeInTheDocumentedOrder) {
  const auto bad_kind = NoSuch<aclrtMemcpyKind>(6);
  EXPECT_EQ(aclrtMemcpy(nullptr, 0, nullptr, 0, bad_kind), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "dst", aclrtMemcpy, nullptr, 0,
                 device_, 1, bad_kind);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "src", aclrtMemcpy, device_, 0,
                 nullptr, 1, bad_kind);
  for (const int kind : {-1, 6, 7}) {
    EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "kind", aclrtMemcpy, device_, 0,
                   host_.data(), 1, NoSuch<aclrtMemcpyKind>(kind));
  }
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "destMax", aclrtMemcpy, device_, 0,
                 host_.data(), 1, kH2D);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "destMax", aclrtMemcpy, device_, 7,
                 host_.data(), 8, kH2D);
  EXPECT_EQ(FirstByte(), 0);
  std::thread([this] {
    EXPECT_EQ(aclrtMemcpy(device_, 8, device_, 8, kD2D), ACL_SUCCESS);
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "context", aclrtMemcpy, device_,
                   8, host_.data(), 8, kH2D);
  }).join();
}

TEST_F(MemcpyTest, OverlappingRanges) {
  std::memcpy(device_, "abcdef", 7);
  EXPECT_EQ(aclrtMemcpy(static_cast<char*>(device_) + 1, 6, device_, 6, kD2D),
            ACL_SUCCESS);
  EXPECT_EQ(std::memcmp(device_, "aabcdef", 7), 0);
}

TEST_F(MemcpyTest, AsyncCopyOfPinnedMemoryIsATask) {
  Gate gate;
  aclrtLaunchHostFunc(nullptr, Gate::Pass, gate.door());
  EXPECT_EQ(aclrtMemcpyAsync(device_, kBytes, pinned_, kBytes, kH2D, nullptr),
            ACL_SUCCESS);
  EXPECT_EQ(FirstByte(), 0);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(FirstByte(), 1);
}

TEST_F(MemcpyTest, AsyncCopyOfOtherMemoryIsOverWhenItReturns) {
  const aclrtStream stream = NewStream();
  Gate gate;
  aclrtLaunchHostFunc(stream, Gate::Pass, gate.door());
  ASSERT_EQ(aclrtMemsetAsync(device_, kBytes, 9, kBytes, stream), ACL_SUCCESS);
  std::thread opener([&gate] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    gate.Open();
  });
  EXPECT_EQ(
      aclrtMemcpyAsync(host_.data(), kBytes, device_, kBytes, kD2H, stream),
      ACL_SUCCESS);
  EXPECT_EQ(host_[0], 9);
  host_.fill(3);
  EXPECT_EQ(aclrtMemcpyAsyncWithCondition(device_, kBytes, host_.data(), kBytes,
                                          ACL_MEMCPY_DEFAULT, stream),
            ACL_SUCCESS);
  EXPECT_EQ(FirstByte(), 3);
  opener.join();
}

TEST_F(MemcpyTest, OtherMemoryMayBeReusedAtOnce) {
  Gate gate;
  aclrtLaunchHostFunc(nullptr, Gate::Pass, gate.door());
  std::thread opener([&gate] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    gate.Open();
  });
  EXPECT_EQ(
      aclrtMemcpyAsync(device_, kBytes, host_.data(), kBytes, kH2D, nullptr),
      ACL_SUCCESS);
  host_.fill(5);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(FirstByte(), 2);
  opener.join();
}

TEST_F(MemcpyTest, AsyncTestsComeInTheDocumentedOrder) {
  const auto bad_kind = NoSuch<aclrtMemcpyKind>(6);
  EXPECT_EQ(aclrtMemcpyAsync(nullptr, 0, nullptr, 0, bad_kind, NoHandle()),
            ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "dst", aclrtMemcpyAsync, nullptr, 0,
                 device_, 1, bad_kind, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "src", aclrtMemcpyAsync, device_, 0,
                 nullptr, 1, bad_kind, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "kind", aclrtMemcpyAsync, device_, 0,
                 pinned_, 1, bad_kind, nullptr);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "destMax", aclrtMemcpyAsync,
                 device_, 0, pinned_, 1, kH2D, nullptr);
  EXPECT_EQ(aclrtMemcpyAsync(device_, 8, device_, 8, kD2D, NoHandle()),
            ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "ACL_MEMCPY_HOST_TO_HOST",
                 aclrtMemcpyAsync, pinned_, 8, host_.data(), 8,
                 ACL_MEMCPY_HOST_TO_HOST, nullptr);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "stream", aclrtMemcpyAsync,
                 device_, 8, pinned_, 8, kH2D, NoHandle());
  std::thread([this] {
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "context", aclrtMemcpyAsync,
                   device_, 8, pinned_, 8, kH2D, nullptr);
  }).join();
}

TEST_F(MemcpyTest, Memset) {
  EXPECT_EQ(aclrtMemset(nullptr, 0, 0, 0), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "devPtr", aclrtMemset, nullptr, 0, 0,
                 1);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "maxCount", aclrtMemset, device_,
                 7, 0, 8);
  EXPECT_EQ(aclrtMemset(device_, kBytes, 0x1234, kBytes), ACL_SUCCESS);
  EXPECT_EQ(FirstByte(), 0x34);
  EXPECT_EQ(aclrtMemsetAsync(nullptr, 0, 0, 0, NoHandle()), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "devPtr", aclrtMemsetAsync, nullptr,
                 0, 0, 1, nullptr);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "maxCount", aclrtMemsetAsync,
                 device_, 7, 0, 8, nullptr);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "stream", aclrtMemsetAsync,
                 device_, 8, 0, 8, NoHandle());
  EXPECT_EQ(aclrtMemsetAsync(device_, kBytes, 7, 8, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(FirstByte(), 7);
  EXPECT_EQ(static_cast<char*>(device_)[8], 0x34);
  std::thread([this] {
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "context", aclrtMemset, device_,
                   8, 0, 8);
  }).join();
}

TEST_F(MemcpyTest, Memcpy2d) {
  std::memcpy(host_.data(), "ab..cd..", 8);
  EXPECT_EQ(aclrtMemcpy2d(device_, 3, host_.data(), 4, 2, 2, kH2D),
            ACL_SUCCESS);
  EXPECT_EQ(std::memcmp(device_, "ab\0cd", 5), 0);
  EXPECT_EQ(aclrtMemcpy2d(nullptr, 0, nullptr, 0, 0, 2, kH2D), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy2d(nullptr, 0, nullptr, 0, 2, 0, kH2D), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "dst", aclrtMemcpy2d, nullptr, 4,
                 host_.data(), 4, 2, 2, kH2D);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "src", aclrtMemcpy2d, device_, 4,
                 nullptr, 4, 2, 2, kH2D);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "kind", aclrtMemcpy2d, device_, 4,
                 host_.data(), 4, 2, 2, NoSuch<aclrtMemcpyKind>(6));
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "dpitch", aclrtMemcpy2d, device_,
                 1, host_.data(), 4, 2, 2, kH2D);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "spitch", aclrtMemcpy2d, device_,
                 4, host_.data(), 1, 2, 2, kH2D);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "dpitch", aclrtMemcpy2d, device_,
                 SIZE_MAX / 2, host_.data(), 4, 2, 3, kH2D);
}

}  // namespace
}  // namespace backlerp::test
