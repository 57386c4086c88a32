// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <thread>

#include "tests/runtime/runtime_test.h"

namespace backlerp::test {
namespace {

// No device is set when a test begins.
class DeviceTest : public testing::Test {
 protected:
  DeviceTest() { TakeMessage(); }
  ~DeviceTest() override {
    aclrtResetDeviceForce(0);
    TakeMessage();
  }
};

TEST_F(DeviceTest, OneDevice) {
  uint32_t count = 0;
  EXPECT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "count", aclrtGetDeviceCount,
                 nullptr);
  aclrtRunMode mode = ACL_DEVICE;
  EXPECT_EQ(aclrtGetRunMode(&mode), ACL_SUCCESS);
  EXPECT_EQ(mode, ACL_HOST);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "runMode", aclrtGetRunMode, nullptr);
}

TEST_F(DeviceTest, RefusesOtherIds) {
  for (const int32_t id : {-1, 1, INT32_MAX, INT32_MIN}) {
    EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "deviceId", aclrtSetDevice,
                   id);
    EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "deviceId", aclrtResetDevice,
                   id);
    EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "deviceId",
                   aclrtResetDeviceForce, id);
    aclrtContext context = nullptr;
    EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "deviceId",
                   aclrtCreateContext, &context, id);
    EXPECT_EQ(context, nullptr);
  }
}

TEST_F(DeviceTest, SetAndResetCount) {
  EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, "not set",
                 aclrtResetDevice, 0);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  int32_t id = -1;
  EXPECT_EQ(aclrtGetDevice(&id), ACL_SUCCESS);
  EXPECT_EQ(id, 0);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "context", aclrtGetDevice, &id);
  EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, "not set",
                 aclrtResetDevice, 0);
}

TEST_F(DeviceTest, ForceIgnoresTheCount) {
  aclrtSetDevice(0);
  aclrtSetDevice(0);
  EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, "not set",
                 aclrtResetDeviceForce, 0);
}

TEST_F(DeviceTest, ThreadsShareTheDefaultContext) {
  aclrtSetDevice(0);
  aclrtContext mine = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&mine), ACL_SUCCESS);
  std::thread([mine] {
    aclrtContext theirs = nullptr;
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "context", aclrtGetCurrentContext,
                   &theirs);
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetCurrentContext(&theirs), ACL_SUCCESS);
    EXPECT_EQ(theirs, mine);
  }).join();
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetCurrentContext(&mine), ACL_SUCCESS);
}

TEST_F(DeviceTest, ResetRunsWhatIsQueuedAndEndsTheStreams) {
  aclrtSetDevice(0);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  int runs = 0;
  for (int i = 0; i < 10; ++i) {
    aclrtLaunchHostFunc(
        stream, [](void* n) { ++*static_cast<int*>(n); }, &runs);
  }
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(runs, 10);
  aclrtSetDevice(0);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "stream", aclrtSynchronizeStream,
                 stream);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "stream", aclrtDestroyStream,
                 stream);
}

TEST_F(DeviceTest, ResetForceDropsWhatHasNotBegun) {
  aclrtSetDevice(0);
  Gate gate;
  int runs = 0;
  aclrtLaunchHostFunc(nullptr, Gate::Pass, gate.door());
  aclrtLaunchHostFunc(
      nullptr, [](void* n) { ++*static_cast<int*>(n); }, &runs);
  gate.AwaitArrival();
  std::thread opener([&gate] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    gate.Open();
  });
  EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
  EXPECT_EQ(runs, 0);
  opener.join();
}

TEST_F(DeviceTest, Contexts) {
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "context", aclrtCreateContext,
                 nullptr, 0);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "context", aclrtDestroyContext,
                 nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "context", aclrtSetCurrentContext,
                 nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "context", aclrtGetCurrentContext,
                 nullptr);
  aclrtContext a = nullptr;
  aclrtContext b = nullptr;
  aclrtContext current = nullptr;
  EXPECT_EQ(aclrtCreateContext(&a, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtCreateContext(&b, 0), ACL_SUCCESS);
  EXPECT_NE(a, b);
  EXPECT_EQ(aclrtGetCurrentContext(&current), ACL_SUCCESS);
  EXPECT_EQ(current, b);
  EXPECT_EQ(aclrtSetCurrentContext(a), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetCurrentContext(&current), ACL_SUCCESS);
  EXPECT_EQ(current, a);
  aclrtStream stream_a = nullptr;
  aclrtStream stream_b = nullptr;
  EXPECT_EQ(aclrtCtxGetCurrentDefaultStream(&stream_a), ACL_SUCCESS);
  aclrtSetCurrentContext(b);
  EXPECT_EQ(aclrtCtxGetCurrentDefaultStream(&stream_b), ACL_SUCCESS);
  EXPECT_NE(stream_a, stream_b);
  EXPECT_EQ(aclrtDestroyContext(a), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "context", aclrtDestroyContext, a);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "context", aclrtSetCurrentContext,
                 a);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "context", aclrtSetCurrentContext,
                 NoHandle());
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "stream", aclrtSynchronizeStream,
                 stream_a);
  EXPECT_EQ(aclrtDestroyContext(b), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "context", aclrtGetCurrentContext,
                 &current);
}

TEST_F(DeviceTest, DefaultContextAndStreamStay) {
  aclrtSetDevice(0);
  aclrtContext context = nullptr;
  aclrtGetCurrentContext(&context);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "context", aclrtDestroyContext,
                 context);
  aclrtStream stream = nullptr;
  aclrtCtxGetCurrentDefaultStream(&stream);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "stream", aclrtDestroyStream,
                 stream);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "stream",
                 aclrtCtxGetCurrentDefaultStream, nullptr);
}

TEST_F(DeviceTest, SynchronizeWaitsForEveryContext) {
  EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "context", aclrtSynchronizeDevice);
  EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "context",
                 aclrtSynchronizeDeviceWithTimeout, 1);
  aclrtContext other = nullptr;
  ASSERT_EQ(aclrtCreateContext(&other, 0), ACL_SUCCESS);
  Gate gate;
  ASSERT_EQ(aclrtLaunchHostFunc(nullptr, Gate::Pass, gate.door()), ACL_SUCCESS);
  aclrtSetDevice(0);
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "in time",
                 aclrtSynchronizeDeviceWithTimeout, 20);
  for (const int32_t timeout : {0, -2}) {
    EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "timeout",
                   aclrtSynchronizeDeviceWithTimeout, timeout);
  }
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(-1), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(other), ACL_SUCCESS);
}

TEST_F(DeviceTest, Capabilities) {
  int64_t value = 0;
  EXPECT_EQ(aclGetDeviceCapability(0, ACL_DEVICE_INFO_AI_CORE_NUM, &value),
            ACL_SUCCESS);
  EXPECT_GE(value, 1);
  EXPECT_EQ(aclGetDeviceCapability(0, ACL_DEVICE_INFO_L2_SIZE, &value),
            ACL_SUCCESS);
  EXPECT_GE(value, 0);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "deviceInfo", aclGetDeviceCapability,
                 0, ACL_DEVICE_INFO_UNDEFINED, &value);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "deviceId",
                 aclGetDeviceCapability, 1, ACL_DEVICE_INFO_L2_SIZE, &value);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "value", aclGetDeviceCapability, 0,
                 ACL_DEVICE_INFO_L2_SIZE, nullptr);
  EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_VECTOR_CORE_NUM, &value),
            ACL_SUCCESS);
  EXPECT_GE(value, 1);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "attr", aclrtGetDeviceInfo, 0,
                 NoSuch<aclrtDevAttr>(7), &value);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_DEVICEID, "deviceId", aclrtGetDeviceInfo,
                 1, ACL_DEV_ATTR_VECTOR_CORE_NUM, &value);
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetOpExecuteTimeOut(100), ACL_SUCCESS);
}

}  // namespace
}  // namespace backlerp::test
