// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// A run takes nothing from the heap: all that it needs is the plan's or the
// workspace's.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/operator/allocation_counter.h"
#include "tests/support/layout.h"
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

// Counts the allocations of some runs.
int64_t AllocationsOf(ReadyRun* run) {
  bool all_ok = true;
  AllocationCounter counter;
  for (int i = 0; i < 10; ++i) all_ok = run->Run() && all_ok;
  const int64_t allocations = counter.Stop();
  EXPECT_TRUE(all_ok);
  return allocations;
}

// A problem that `kernel` can do, if it is one for the type and direction.
Problem ProblemFor(const std::string& kernel, Direction direction,
                   DataType dtype) {
  const int64_t out_w = kernel == "copy" ? 160 : 320;
  const int64_t out_h = kernel == "copy" ? 32 : 64;
  Problem problem =
      PackedProblem(direction, dtype, /*c=*/70, 32, 160, out_h, out_w);
  if (kernel.starts_with("planes")) {
    problem = PackedProblem(direction, dtype, /*c=*/300, 4, 5, 8, 10);
  }
  if (kernel.starts_with("spread")) {
    problem = PackedProblem(direction, dtype, /*c=*/70, 64, 320, 32, 160);
  }
  if (kernel.starts_with("channels")) {
    SetSrcStrides(PackedNhwcLayout(SrcDims(problem)).strides, &problem);
    SetDstStrides(PackedNhwcLayout(DstDims(problem)).strides, &problem);
  }
  return problem;
}

// If this fails, the tests below cannot fail.
TEST(Allocations, AreCounted) {
  AllocationCounter counter;
  const auto* vector = new std::vector<int>(100);
  EXPECT_EQ(counter.Stop(), 2);
  EXPECT_NE(AllocationCounter::Stacks().find("allocated by"),
            std::string::npos);
  delete vector;
}

TEST(Allocations, ARunOnOneThreadHasNone) {
  for (const std::string& kernel : KernelNames()) {
    int runs = 0;
    for (const DataType dtype : {DataType::kFloat32, DataType::kFloat16,
                                 DataType::kBFloat16, DataType::kFloat64}) {
      for (const Direction direction :
           {Direction::kBackward, Direction::kForward}) {
        const Problem problem = ProblemFor(kernel, direction, dtype);
        const PlanOptions options = {.threads = 1,
                                     .kernel = kernel,
                                     .tile_w = 0,
                                     .stores = StoreMode::kAuto};
        Plan plan;
        if (!Plan::Create(problem, options, &plan).ok()) continue;
        ReadyRun run(problem, options);
        EXPECT_EQ(AllocationsOf(&run), 0)
            << Describe(options) << " " << Describe(problem) << "\n"
            << AllocationCounter::Stacks();
        ++runs;
      }
    }
    // Some are for gradients only.
    EXPECT_GE(runs, kernel.starts_with("spread") ? 1 : 2) << kernel;
  }
}

// oneTBB makes its threads and their pools when they are needed first, which
// may be late; then it has what it needs.
TEST(Allocations, RunsOnManyThreadsComeToHaveNone) {
  const Problem problem = PackedProblem(
      Direction::kBackward, DataType::kFloat32, /*c=*/64, 96, 80, 131, 127);
  for (const int threads : {2, 4, 16}) {
    ReadyRun run(problem, OnThreads(threads));
    ASSERT_EQ(run.plan().threads(), threads);
    int64_t allocations = 1;
    for (int i = 0; i < 50 && allocations > 0; ++i) {
      allocations = AllocationsOf(&run);
    }
    EXPECT_EQ(allocations, 0) << threads << " threads\n"
                              << AllocationCounter::Stacks();
  }
}

}  // namespace
}  // namespace backlerp::test
