// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The C++ API without memory: Plan::Create answers kOutOfMemory and leaves the
// plan as it was, Plan::Run needs none.

#include <string>
#include <vector>

#include "fmt/core.h"
#include "gtest/gtest.h"
#include "tests/faults/fault_injector.h"
#include "tests/support/plan_run.h"

namespace backlerp::test {
namespace {

constexpr DataType kTypes[] = {DataType::kFloat32, DataType::kFloat16,
                               DataType::kBFloat16, DataType::kFloat64};

struct Outcome {
  bool ok;
  bool out_of_memory;
  int64_t faults;
};

Outcome Create(const Problem& problem, const PlanOptions& options, Fault fault,
               Plan* plan) {
  Status status;
  FaultInjector injector(fault);
  status = Plan::Create(problem, options, plan);
  const int64_t faults = injector.Stop();
  return {status.ok(), status.code() == StatusCode::kOutOfMemory, faults};
}

// Lets allocation `fault.first` of Plan::Create fail, with all behind it or
// alone. False behind the last one.
bool FailOne(const Problem& problem, const PlanOptions& options, Fault fault,
             Plan* plan) {
  SCOPED_TRACE(fmt::format("allocation {}{}", fault.first,
                           fault.and_all ? " and all behind it" : ""));
  const Problem* const prepared = &plan->problem();
  const int64_t before = LiveBlocks();
  const Outcome outcome = Create(problem, options, fault, plan);
  const int64_t kept = LiveBlocks() - before;
  EXPECT_EQ(kept, 0);
  EXPECT_EQ(outcome.ok, outcome.faults == 0);
  EXPECT_EQ(outcome.out_of_memory, outcome.faults > 0);
  if (outcome.faults == 0) return false;
  EXPECT_EQ(&plan->problem(), prepared) << "the plan has changed";
  return true;
}

// How many allocations of Plan::Create failed in turn.
int64_t FailAll(const Problem& problem, const PlanOptions& options) {
  Plan plan;
  ThrowUnlessOk(Plan::Create(problem, options, &plan), "Plan::Create");
  // The first exception makes what the next ones use.
  Create(problem, options, {.first = 1}, &plan);
  int64_t total = 0;
  for (const bool and_all : {false, true}) {
    Fault fault = {.first = 1, .and_all = and_all};
    for (; fault.first < 1000; ++fault.first) {
      if (!FailOne(problem, options, fault, &plan)) break;
      ++total;
    }
  }
  return total;
}

TEST(PlanFaults, CreateAnswersOutOfMemory) {
  int64_t total = 0;
  for (const std::string& kernel : KernelNames()) {
    int64_t of_kernel = 0;
    for (const DataType dtype : kTypes) {
      for (const int64_t channels : {3, 300}) {
        Problem problem =
            PackedProblem(Direction::kBackward, dtype, channels, 4, 20, 8, 40);
        if (kernel == "copy") {
          problem = PackedProblem(Direction::kBackward, dtype, channels, 4, 20,
                                  4, 20);
        }
        if (kernel.starts_with("spread")) {
          problem = PackedProblem(Direction::kBackward, dtype, channels, 20, 40,
                                  8, 16);
        }
        if (kernel.starts_with("channels")) {
          problem.in_strides = PackedNhwc(channels, 4, 20);
          problem.out_strides = PackedNhwc(channels, 8, 40);
        }
        const PlanOptions options = {.threads = 2, .kernel = kernel};
        Plan plan;
        if (!Plan::Create(problem, options, &plan).ok()) continue;
        of_kernel += FailAll(problem, options);
      }
    }
    fmt::print("{}: {} faults\n", kernel, of_kernel);
    EXPECT_GT(of_kernel, 0) << kernel;
    total += of_kernel;
  }
  fmt::print("{} faults\n", total);
  EXPECT_GT(total, 50);
}

TEST(PlanFaults, RunNeedsNoMemory) {
  const Problem problem = PackedProblem(
      Direction::kBackward, DataType::kFloat32, /*c=*/16, 12, 10, 24, 20);
  Plan plan;
  ThrowUnlessOk(Plan::Create(problem, OnThreads(1), &plan), "Plan::Create");
  const std::vector<float> src(size_t{16} * 24 * 20, 1.5F);
  std::vector<float> dst(size_t{16} * 12 * 10);
  std::vector<std::byte> workspace(plan.workspace_bytes());
  FaultInjector injector({.and_all = true});
  const Status status =
      plan.Run(src.data(), dst.data(), workspace.data(), workspace.size());
  EXPECT_EQ(injector.Stop(), 0);
  EXPECT_TRUE(status.ok());
}

}  // namespace
}  // namespace backlerp::test
