// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The caller's rounding mode and flush-to-zero switches neither leak into a
// result nor are they changed.

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/caller_fp_mode.h"
#include "tests/support/compare.h"
#include "tests/support/element.h"
#include "tests/support/operator_call.h"
#include "tests/support/plan_run.h"
#include "tests/support/random.h"

namespace backlerp::test {
namespace {

class FpMode : public testing::TestWithParam<CallerFpMode> {
 protected:
  // Values whose sums are inexact, and denormals that a flush would lose.
  static std::vector<std::byte> Source(const Problem& problem) {
    Random random(Seed());
    return SpecialMix(problem.dtype, PackedNchwLayout(SrcDims(problem)).size(),
                      4, &random);
  }
};

TEST_P(FpMode, DoesNotReachTheCppApi) {
  for (const DataType dtype : {DataType::kFloat32, DataType::kFloat16,
                               DataType::kBFloat16, DataType::kFloat64}) {
    for (const Direction direction :
         {Direction::kBackward, Direction::kForward}) {
      // 7 -> 23: ratios, weights and sums are all inexact.
      // Some kernels do doubled images only.
      const Problem any =
          PackedProblem(direction, dtype, /*c=*/40, 7, 11, 23, 37);
      const Problem doubled =
          PackedProblem(direction, dtype, /*c=*/3, 7, 130, 14, 260);
      for (const std::string& kernel : KernelNames()) {
        const Problem& problem = kernel.starts_with("doubles") ? doubled : any;
        Plan plan;
        if (!Plan::Create(problem, {.kernel = kernel}, &plan).ok()) continue;
        const auto src = Source(problem);
        const auto expected = RunPacked(problem, src, {.kernel = kernel});
        std::vector<std::byte> actual;
        bool still_set = false;
        {
          const ScopedCallerFpMode mode(GetParam());
          actual = RunPacked(problem, src, {.threads = 2, .kernel = kernel});
          still_set = mode.StillSet();
        }
        EXPECT_TRUE(still_set) << kernel << " changed the caller's mode";
        EXPECT_TRUE(SameBits(dtype, DstDims(problem), actual, expected))
            << kernel << ": " << Describe(problem);
      }
    }
  }
}

// The session, with its stream's thread, is made in the caller's mode: threads
// inherit it. The smaller problem is computed by the caller's thread.
TEST_P(FpMode, DoesNotReachTheCApi) {
  for (const int64_t channels : {4, 40}) {
    const Problem problem = PackedProblem(
        Direction::kBackward, DataType::kFloat32, channels, 7, 11, 23, 37);
    const OperatorCall call =
        V2().Bytes(Source(problem)).Batch(1, channels).From(23, 37).Into(7, 11);
    const CallResult expected = call.Run();
    bool still_set = false;
    std::vector<std::byte> actual;
    {
      const ScopedCallerFpMode mode(GetParam());
      const AclSession session;
      actual = call.Run(session).storage;
      still_set = mode.StillSet();
    }
    EXPECT_TRUE(still_set) << channels;
    EXPECT_TRUE(SameBits(DataType::kFloat32, DstDims(problem), actual,
                         expected.storage))
        << channels;
  }
}

// The scales' checks are made in double, in phase 1: floor(3 * (6.0 / 3)).
TEST_P(FpMode, DoesNotReachTheScaleCheck) {
  const OperatorCall call =
      V2().Counting(1).From(10, 10).Into(3, 3).Scale(10.0 / 3);
  const CallResult expected = call.Run();
  std::vector<std::byte> actual;
  {
    const ScopedCallerFpMode mode(GetParam());
    actual = call.Run().storage;
  }
  EXPECT_EQ(actual, expected.storage);
}

// Rounded down, 3 * (1.0 / 3) would not reach 1, and the sizes would decide.
TEST_P(FpMode, DoesNotReachTheChoiceBetweenScalesAndSizes) {
  const OperatorCall call =
      V2().Counting(1).From(1, 23).Into(3, 10).Scales(1.0 / 3, 2.35);
  const CallResult expected = call.Run();
  std::vector<std::byte> actual;
  {
    const ScopedCallerFpMode mode(GetParam());
    actual = call.Run().storage;
  }
  EXPECT_EQ(actual, expected.storage);
}

INSTANTIATE_TEST_SUITE_P(Modes, FpMode, testing::ValuesIn(CallerFpModes()),
                         [](const auto& mode) { return mode.param.name; });

}  // namespace
}  // namespace backlerp::test
