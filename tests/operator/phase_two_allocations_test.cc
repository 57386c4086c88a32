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

// [1, 8, side, side] <- twice that, with its memory.
class Doubling {
 public:
  explicit Doubling(int64_t side)
      : out_size_({2 * side, 2 * side}),
        in_size_({1, 8, side, side}),
        grad_out_data_(static_cast<size_t>(8 * 4 * side * side) *
                       sizeof(float)),
        grad_in_data_(static_cast<size_t>(8 * side * side) * sizeof(float)),
        workspace_(1 << 20),
        grad_out_(LayoutOf({1, 8, 2 * side, 2 * side}), ACL_FLOAT,
                  grad_out_data_.data()),
        grad_in_(LayoutOf({1, 8, side, side}), ACL_FLOAT,
                 grad_in_data_.data()) {}

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

// The caller's thread does the small one, the stream's the other.
class PhaseTwoAllocations : public testing::TestWithParam<int64_t> {};
INSTANTIATE_TEST_SUITE_P(Sides, PhaseTwoAllocations, testing::Values(3, 48));

TEST_P(PhaseTwoAllocations, ARepeatableExecutorHasNone) {
  const AclSession session;
  Doubling doubling(GetParam());
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

TEST_P(PhaseTwoAllocations, OneShotExecutorsHaveNone) {
  const AclSession session;
  Doubling doubling(GetParam());
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
