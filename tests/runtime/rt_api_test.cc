// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The C++ overloads forward to the right function.

#include "acl/acl_rt_api.h"
#include "tests/runtime/runtime_test.h"

namespace backlerp::test {
namespace {

class RtApiTest : public RuntimeTest {};

TEST_F(RtApiTest, Memory) {
  float* device = nullptr;
  float* host = nullptr;
  const float value = 2.5f;
  ASSERT_EQ(aclrtMalloc(&device, sizeof(float)), ACL_SUCCESS);
  ASSERT_EQ(aclrtMallocHost(&host, sizeof(float)), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(device, sizeof(float), &value, sizeof(float)),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpyAsync(host, sizeof(float), device, sizeof(float),
                             ACL_MEMCPY_DEVICE_TO_HOST, nullptr),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr, 1000), ACL_SUCCESS);
  EXPECT_EQ(*host, value);
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
  EXPECT_EQ(
      aclrtMalloc(&device, sizeof(float), ACL_MEM_MALLOC_NORMAL_ONLY, nullptr),
      ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
}

TEST_F(RtApiTest, StreamsAndEvents) {
  aclrtStream stream = nullptr;
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream, 3, 0), ACL_SUCCESS);
  uint32_t priority = 0;
  EXPECT_EQ(aclrtStreamGetPriority(stream, &priority), ACL_SUCCESS);
  EXPECT_EQ(priority, 3u);
  ASSERT_EQ(aclrtCreateEvent(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
  aclrtEventStatus status;
  EXPECT_EQ(aclrtQueryEvent(event, &status), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(nullptr, event, 1000), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(event, 1000), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeDevice(1000), ACL_SUCCESS);
}

}  // namespace
}  // namespace backlerp::test
