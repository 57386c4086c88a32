// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// A run takes nothing from the heap: all that it needs is the plan's or the
// workspace's. And the workspace is small for every shape.

#include <algorithm>
#include <string>
#include <vector>

#include "fmt/core.h"
#include "gtest/gtest.h"
#include "tests/operator/allocation_counter.h"
#include "tests/support/acl_session.h"
#include "tests/support/layout.h"
#include "tests/support/operator_call.h"
#include "tests/support/plan_run.h"

namespace backlerp::test {
namespace {

// A problem with its memory and plan.
class ReadyRun {
 public:
  ReadyRun(const Problem& problem, const PlanOptions& options)
      : src_(Bytes(SrcDims(problem), problem.dtype)),
        dst_(Bytes(DstDims(problem), problem.dtype)) {
    ThrowUnlessOk(Plan::Create(problem, options, &plan_), "Plan::Create");
    workspace_.resize(plan_.workspace_bytes());
  }

  const Plan& plan() const { return plan_; }
  bool Run() {
    return plan_
        .Run(src_.data(), dst_.data(), workspace_.data(), workspace_.size())
        .ok();
  }

 private:
  static std::vector<std::byte> Bytes(const std::array<int64_t, 4>& dims,
                                      DataType dtype) {
    return std::vector<std::byte>(
        static_cast<size_t>(PackedNchwLayout(dims).size()) * SizeOf(dtype));
  }

  Plan plan_;
  std::vector<std::byte> src_;
  std::vector<std::byte> dst_;
  std::vector<std::byte> workspace_;
};

// Counts the allocations of some runs after the first.
int64_t AllocationsOf(ReadyRun* run) {
  EXPECT_TRUE(run->Run());
  bool all_ok = true;
  AllocationCounter counter;
  for (int i = 0; i < 20; ++i) all_ok = run->Run() && all_ok;
  const int64_t allocations = counter.Stop();
  EXPECT_TRUE(all_ok);
  return allocations;
}

Problem Doubling(Direction direction, DataType dtype) {
  return PackedProblem(direction, dtype, /*c=*/40, 32, 40, 64, 80);
}

// If this fails, the tests below cannot fail.
TEST(Allocations, AreCounted) {
  AllocationCounter counter;
  std::vector<int>* leaf = new std::vector<int>(100);
  EXPECT_EQ(counter.Stop(), 2);
  EXPECT_NE(AllocationCounter::Stacks().find("allocated by"),
            std::string::npos);
  delete leaf;
}

TEST(Allocations, ARunOnOneThreadHasNone) {
  for (const DataType dtype : {DataType::kFloat32, DataType::kFloat16,
                               DataType::kBFloat16, DataType::kFloat64}) {
    for (const Direction direction :
         {Direction::kBackward, Direction::kForward}) {
      for (const std::string& kernel : KernelNames()) {
        Problem problem = Doubling(direction, dtype);
        if (kernel.starts_with("channels")) {
          SetSrcStrides(PackedNhwcLayout(SrcDims(problem)).strides, &problem);
          SetDstStrides(PackedNhwcLayout(DstDims(problem)).strides, &problem);
        }
        Plan plan;
        const PlanOptions options = {.threads = 1, .kernel = kernel};
        if (!Plan::Create(problem, options, &plan).ok()) continue;
        ReadyRun run(problem, options);
        EXPECT_EQ(AllocationsOf(&run), 0) << kernel << "\n"
                                          << AllocationCounter::Stacks();
      }
    }
  }
}

}  // namespace
}  // namespace backlerp::test
