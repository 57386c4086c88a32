// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The C++ API: what Plan accepts, what it refuses and how it says so. What it
// computes is tested in tests/operator.

#include "backlerp/plan.h"

#include <cfenv>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/limits.h"

namespace backlerp {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// The gradient of 3x3 from 6x6, one plane.
Problem SmallProblem() {
  Problem problem;
  problem.in_h = problem.in_w = 3;
  problem.out_h = problem.out_w = 6;
  problem.in_strides = PackedNchw(1, 3, 3);
  problem.out_strides = PackedNchw(1, 6, 6);
  return problem;
}

std::vector<float> Iota(size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i + 1);
  return values;
}

Plan MakePlan(const Problem& problem, const PlanOptions& options = {}) {
  Plan plan;
  const Status status = Plan::Create(problem, options, &plan);
  EXPECT_TRUE(status.ok()) << status.message();
  return plan;
}

std::vector<float> GradientOf(const Plan& plan, const std::vector<float>& src,
                              size_t size) {
  std::vector<float> dst(size, std::nanf(""));
  std::vector<std::byte> workspace(plan.workspace_bytes());
  const Status status =
      plan.Run(src.data(), dst.data(), workspace.data(), workspace.size());
  EXPECT_TRUE(status.ok()) << status.message();
  return dst;
}

TEST(Plan, ComputesAGradient) {
  EXPECT_THAT(
      GradientOf(MakePlan(SmallProblem()), Iota(36), 9),
      testing::ElementsAre(21.5, 29, 36.5, 66.5, 74, 81.5, 111.5, 119, 126.5));
}

TEST(Plan, TakesScalesAsGiven) {
  Problem problem;
  problem.in_h = problem.in_w = 3;
  problem.out_h = problem.out_w = 5;
  problem.in_strides = PackedNchw(1, 3, 3);
  problem.out_strides = PackedNchw(1, 5, 5);
  problem.scale_h = problem.scale_w = 4;
  EXPECT_THAT(GradientOf(MakePlan(problem), std::vector<float>(25, 1), 9),
              testing::ElementsAre(15.015625, 4.359375, 0, 4.359375, 1.265625,
                                   0, 0, 0, 0));
}

TEST(Plan, CanBeCopiedAndOutlivesItsSource) {
  Plan copy;
  {
    const Plan plan = MakePlan(SmallProblem());
    copy = plan;
  }
  EXPECT_EQ(GradientOf(copy, Iota(36), 9)[0], 21.5F);
}

TEST(Plan, RunsInManyThreadsAtOnce) {
  Problem problem = SmallProblem();
  problem.c = 64;
  problem.in_strides = PackedNchw(64, 3, 3);
  problem.out_strides = PackedNchw(64, 6, 6);
  const Plan plan = MakePlan(problem);
  const auto src = Iota(64 * 36);
  const auto expected = GradientOf(plan, src, 64 * 9);
  std::vector<std::jthread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        ASSERT_EQ(GradientOf(plan, src, 64 * 9), expected);
      }
    });
  }
}

TEST(Plan, AnEmptyBatchNeedsAndWritesNothing) {
  for (const bool no_channels : {false, true}) {
    Problem problem = SmallProblem();
    (no_channels ? problem.c : problem.n) = 0;
    const Plan plan = MakePlan(problem);
    EXPECT_EQ(plan.workspace_bytes(), 0U);
    EXPECT_TRUE(plan.Run(nullptr, nullptr, nullptr, 0).ok());
  }
}

TEST(Plan, NamesItsKernelAndProblem) {
  PlanOptions options;
  options.kernel = "reference";
  const Plan plan = MakePlan(SmallProblem(), options);
  EXPECT_EQ(plan.kernel(), "reference");
  EXPECT_EQ(plan.problem().out_w, 6);
  EXPECT_EQ(plan.threads(), 1);
  EXPECT_EQ(KernelNames().back(), "reference");
  EXPECT_EQ(Plan().kernel(), "");
}

TEST(Plan, DoesNotFeelTheRoundingMode) {
  Problem problem = SmallProblem();
  problem.out_h = 5;  // ratio 0.6 is inexact
  problem.out_strides = PackedNchw(1, 5, 6);
  const auto expected = GradientOf(MakePlan(problem), Iota(30), 9);
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    const auto got = GradientOf(MakePlan(problem), Iota(30), 9);
    const int after = std::fegetround();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(got, expected);
    EXPECT_EQ(after, mode);
  }
}

void ExpectRefused(const Problem& problem, const PlanOptions& options,
                   StatusCode code, const char* name, const char* given,
                   const char* expected) {
  Plan plan = MakePlan(SmallProblem());
  const Status status = Plan::Create(problem, options, &plan);
  EXPECT_EQ(status.code(), code);
  EXPECT_THAT(status.message(),
              AllOf(HasSubstr(name), HasSubstr(given), HasSubstr(expected)));
  EXPECT_EQ(plan.problem().in_h, 3) << "the plan was changed";
}

TEST(PlanErrors, Sizes) {
  struct Case {
    int64_t Problem::*member;
    int64_t value;
    const char* name;
    const char* expected;
  };
  const Case cases[] = {
      {&Problem::n, -1, "n:", "at least 0"},
      {&Problem::c, -1, "c:", "at least 0"},
      {&Problem::in_h, 0, "in_h:", "at least 1"},
      {&Problem::in_w, -5, "in_w:", "at least 1"},
      {&Problem::out_h, 0, "out_h:", "at least 1"},
      {&Problem::out_w, std::numeric_limits<int64_t>::min(),
       "out_w:", "at least 1"},
  };
  for (const Case& c : cases) {
    Problem problem = SmallProblem();
    problem.*c.member = c.value;
    ExpectRefused(problem, {}, StatusCode::kInvalidArgument, c.name,
                  std::to_string(c.value).c_str(), c.expected);
  }
}

TEST(PlanErrors, ProductsThatOverflow) {
  Problem problem = SmallProblem();
  problem.n = int64_t{1} << 40;
  problem.c = int64_t{1} << 40;
  ExpectRefused(problem, {}, StatusCode::kInvalidArgument, "in_h, in_w",
                "1099511627776", "more elements than 64 bits");
  problem = SmallProblem();
  problem.out_strides.h = std::numeric_limits<int64_t>::max() / 2;
  ExpectRefused(problem, {}, StatusCode::kInvalidArgument,
                "out_strides:", "4611686018427387903", "64 bits");
}

// The helpers that make strides do not overflow themselves.
TEST(PlanErrors, PackedStridesOfSizesThatOverflow) {
  constexpr int64_t kHuge = int64_t{1} << 31;
  Problem problem;
  problem.c = problem.in_h = problem.in_w = kHuge;
  for (const Strides& strides :
       {PackedNchw(kHuge, kHuge, kHuge), PackedNhwc(kHuge, kHuge, kHuge)}) {
    EXPECT_EQ(strides.n, std::numeric_limits<int64_t>::max());
    problem.in_strides = strides;
    Plan plan;
    EXPECT_EQ(Plan::Create(problem, {}, &plan).code(),
              StatusCode::kInvalidArgument);
  }
}

TEST(PlanErrors, AnOutputThatOverlapsItself) {
  Problem problem = SmallProblem();
  problem.in_strides.h = 2;
  ExpectRefused(problem, {}, StatusCode::kInvalidArgument,
                "in_strides:", "2, 1", "share an address");
  // The tensor that is read may.
  problem = SmallProblem();
  problem.out_strides = {};
  EXPECT_TRUE(Plan::Create(problem, {}, std::make_unique<Plan>().get()).ok());
}

TEST(Plan, IgnoresTheStrideOfASingleElement) {
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  Problem problem = SmallProblem();
  const auto expected = GradientOf(MakePlan(problem), Iota(36), 9);
  problem.in_strides.n = problem.in_strides.c = kMin;
  problem.out_strides.n = problem.out_strides.c = kMin;
  EXPECT_EQ(GradientOf(MakePlan(problem), Iota(36), 9), expected);
}

TEST(PlanErrors, Options) {
  PlanOptions options;
  options.kernel = "fastest";
  ExpectRefused(SmallProblem(), options, StatusCode::kInvalidArgument,
                "options.kernel", "fastest", "reference");
  options.kernel = "copy";
  ExpectRefused(SmallProblem(), options, StatusCode::kUnsupported,
                "options.kernel", "copy", "cannot do this problem");
  options = {};
  options.threads = -1;
  ExpectRefused(SmallProblem(), options, StatusCode::kInvalidArgument,
                "options.threads", "-1", "from 0 to 1024");
  options = {};
  options.tile_w = -1;
  ExpectRefused(SmallProblem(), options, StatusCode::kInvalidArgument,
                "options.tile_w", "-1", "from 0 to 1048576");
}

TEST(PlanErrors, MoreMemoryThanThereIs) {
  if (!test::kAllocationsMayFail) {
    GTEST_SKIP() << "operator new does not throw here";
  }
  Problem problem = SmallProblem();
  problem.n = 1;
  problem.in_w = int64_t{1} << 58;
  problem.in_strides = {0, 0, int64_t{1} << 58, 1};
  problem.in_h = 1;
  ExpectRefused(problem, {}, StatusCode::kOutOfMemory, "out of memory", "",
                "out of memory");
}

// The sizes of images without elements may be any, and must not overflow.
TEST(PlanErrors, NoImagesOfHugeSizes) {
  constexpr int64_t kHuge = int64_t{1} << 62;
  for (const Direction direction :
       {Direction::kBackward, Direction::kForward}) {
    for (const DataType dtype : {DataType::kFloat32, DataType::kFloat16}) {
      for (const bool wide : {true, false}) {
        Problem problem = SmallProblem();
        problem.direction = direction;
        problem.dtype = dtype;
        problem.n = 0;
        problem.in_h = problem.out_h = wide ? 1 : kHuge;
        problem.in_w = problem.out_w = wide ? kHuge : 1;
        Plan plan;
        EXPECT_TRUE(Plan::Create(problem, {}, &plan).ok());
        EXPECT_TRUE(plan.Run(nullptr, nullptr, nullptr, 0).ok());
      }
    }
  }
}

class RunErrors : public testing::Test {
 protected:
  void ExpectRefused(const void* src, void* dst, void* workspace,
                     size_t workspace_bytes, const char* name,
                     const char* expected) {
    const std::vector<float> before = dst_;
    const Status status = plan_.Run(src, dst, workspace, workspace_bytes);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_THAT(status.message(), AllOf(HasSubstr(name), HasSubstr(expected)));
    EXPECT_EQ(dst_, before);
  }

  const Plan plan_ = MakePlan(SmallProblem());
  std::vector<float> src_ = Iota(36);
  std::vector<float> dst_ = std::vector<float>(9, -7);
  std::vector<std::byte> workspace_ =
      std::vector<std::byte>(plan_.workspace_bytes() + 1);
};

TEST_F(RunErrors, Pointers) {
  std::byte* workspace = workspace_.data();
  const size_t bytes = workspace_.size();
  ExpectRefused(nullptr, dst_.data(), workspace, bytes, "src:", "memory");
  ExpectRefused(src_.data(), nullptr, workspace, bytes, "dst:", "memory");
  const auto* odd = reinterpret_cast<const std::byte*>(src_.data()) + 2;
  ExpectRefused(odd, dst_.data(), workspace, bytes,
                "src:", "a multiple of 4 bytes");
}

TEST_F(RunErrors, Overlap) {
  ExpectRefused(src_.data(), src_.data() + 30, workspace_.data(),
                workspace_.size(), "dst:", "overlaps src");
}

TEST_F(RunErrors, Workspace) {
  if (plan_.workspace_bytes() == 0) {
    GTEST_SKIP() << "no kernel of this machine needs a workspace here";
  }
  ExpectRefused(src_.data(), dst_.data(), nullptr, workspace_.size(),
                "workspace:", "memory");
  ExpectRefused(
      src_.data(), dst_.data(), workspace_.data(), plan_.workspace_bytes() - 1,
      "workspace_bytes:", std::to_string(plan_.workspace_bytes()).c_str());
  ExpectRefused(src_.data(), dst_.data(), src_.data(), plan_.workspace_bytes(),
                "workspace:", "overlaps");
}

TEST_F(RunErrors, AnEmptyPlan) {
  const Status status = Plan().Run(src_.data(), dst_.data(), nullptr, 0);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr("plan: is empty"));
}

}  // namespace
}  // namespace backlerp
