// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/runtime/runtime_test.h"

namespace backlerp::test {
namespace {

class DataBufferTest : public RuntimeTest {};

TEST_F(DataBufferTest, HoldsAnAddressAndASize) {
  int a = 0;
  int b = 0;
  aclDataBuffer* const buffer = aclCreateDataBuffer(&a, 4);
  ASSERT_NE(buffer, nullptr);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), &a);
  EXPECT_EQ(aclGetDataBufferSize(buffer), 4u);
  constexpr size_t kLarge = (size_t{1} << 32) + 5;
  EXPECT_EQ(aclUpdateDataBuffer(buffer, &b, kLarge), ACL_SUCCESS);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), &b);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), kLarge);
  EXPECT_EQ(aclGetDataBufferSize(buffer), 5u);
  EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "dataBuffer",
                 aclDestroyDataBuffer, buffer);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "dataBuffer", aclUpdateDataBuffer,
                 buffer, &b, 1);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), nullptr);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 0u);
}

TEST_F(DataBufferTest, Null) {
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "dataBuffer", aclDestroyDataBuffer,
                 nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "dataBuffer", aclUpdateDataBuffer,
                 nullptr, nullptr, 0);
  EXPECT_EQ(aclGetDataBufferAddr(nullptr), nullptr);
  EXPECT_EQ(aclGetDataBufferSize(nullptr), 0u);
  EXPECT_THAT(TakeMessage(), testing::HasSubstr("aclGetDataBufferSize"));
}

}  // namespace
}  // namespace backlerp::test
