// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Phase 2 takes nothing from the heap, neither in the caller's thread nor in
// the stream's.

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "tests/operator/allocation_counter.h"
#include "tests/support/acl_session.h"

namespace backlerp::test {
namespace {

constexpr int kCalls = 20;

// [1, 8, 3, 3] <- [1, 8, 6, 6] with its memory.
class Doubling {
 public:
  Doubling()
      : out_size_({6, 6}),
        in_size_({1, 8, 3, 3}),
        grad_out_data_(size_t{8} * 36 * sizeof(float)),
        grad_in_data_(size_t{8} * 9 * sizeof(float)),
        workspace_(1 << 20),
        grad_out_(LayoutOf({1, 8, 6, 6}), ACL_FLOAT, grad_out_data_.data()),
        grad_in_(LayoutOf({1, 8, 3, 3}), ACL_FLOAT, grad_in_data_.data()) {}

  // An executor whose run needs no more than the workspace.
  aclOpExecutor* FirstPhaseOf() {
    const OperatorArguments arguments = {Operator::kV2,
                                         grad_out_.get(),
                                         out_size_.get(),
                                         in_size_.get(),
                                         false,
                                         0,
                                         0,
                                         grad_in_.get()};
    aclOpExecutor* executor = nullptr;
    ThrowUnlessSuccess(FirstPhase(arguments, &bytes_, &executor), "phase 1");
    if (bytes_ > workspace_.size()) {
      throw std::runtime_error("the workspace is too small for this test");
    }
    return executor;
  }

  bool Run(aclOpExecutor* executor, aclrtStream stream) {
    return SecondPhase(Operator::kV2, workspace_.data(), bytes_, executor,
                       stream) == ACL_SUCCESS &&
           aclrtSynchronizeStream(stream) == ACL_SUCCESS;
  }

 private:
  static TensorLayout LayoutOf(const std::vector<int64_t>& dims) {
    return {dims, PackedStrides(dims), 0, ACL_FORMAT_NCHW};
  }

  IntArrayHandle out_size_;
  IntArrayHandle in_size_;
  DeviceBuffer grad_out_data_;
  DeviceBuffer grad_in_data_;
  DeviceBuffer workspace_;
  TensorHandle grad_out_;
  TensorHandle grad_in_;
  uint64_t bytes_ = 0;
};

TEST(PhaseTwoAllocations, ARepeatableExecutorHasNone) {
  const AclSession session;
  Doubling doubling;
  aclOpExecutor* executor = doubling.FirstPhaseOf();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), ACL_SUCCESS);
  // The stream's thread starts with the first task.
  ASSERT_TRUE(doubling.Run(executor, session.stream()));
  bool all_ok = true;
  AllocationCounter counter;
  for (int i = 0; i < kCalls; ++i) {
    all_ok = doubling.Run(executor, session.stream()) && all_ok;
  }
  EXPECT_EQ(counter.Stop(), 0) << AllocationCounter::Stacks();
  EXPECT_TRUE(all_ok);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
}

TEST(PhaseTwoAllocations, OneShotExecutorsHaveNone) {
  const AclSession session;
  Doubling doubling;
  ASSERT_TRUE(doubling.Run(doubling.FirstPhaseOf(), session.stream()));
  std::vector<aclOpExecutor*> executors;
  for (int i = 0; i < kCalls; ++i) {
    executors.push_back(doubling.FirstPhaseOf());
  }
  bool all_ok = true;
  AllocationCounter counter;
  for (aclOpExecutor* executor : executors) {
    all_ok = doubling.Run(executor, session.stream()) && all_ok;
  }
  EXPECT_EQ(counter.Stop(), 0) << AllocationCounter::Stacks();
  EXPECT_TRUE(all_ok);
}

}  // namespace
}  // namespace backlerp::test
