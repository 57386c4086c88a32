// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Hard cases 9 to 15: scales that do not fit, shrinking, mappings that are
// mistaken for each other, and what holds at every size.

#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "gmock/gmock.h"
#include "tests/support/element.h"
#include "tests/support/matchers.h"
#include "tests/support/operator_call.h"
#include "tests/support/plan_run.h"
#include "tests/support/random.h"

namespace backlerp::test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::HasSubstr;
using Values = std::vector<double>;

const Values kSizesResult9 = {2.56, 2.88, 2.56, 2.88, 3.24,
                              2.88, 2.56, 2.88, 2.56};

OperatorCall Case09(DataType dtype) {
  return V2().Ones().From(5, 5).Into(3, 3).Scale(4).As(dtype);
}

// A scale of 4 does not make 5 of 3: the sizes decide, and the log says so.
TEST(HardCase09, MismatchedScaleFallsBackToTheSizes) {
  const AclSession session(Variables{{"BACKLERP_LOG", "warn"}});
  testing::internal::CaptureStderr();
  const CallResult result = Case09(DataType::kFloat32).Run(session);
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(result.Values(), Approximately(kSizesResult9));
  EXPECT_THAT(log, HasSubstr("warn"));
  EXPECT_THAT(log, HasSubstr("scale"));
}

TEST(HardCase09, HalfTypeRoundsTheSizesResultOnce) {
  Values expected = kSizesResult9;
  for (double& value : expected) value = RoundTo(DataType::kFloat16, value);
  EXPECT_THAT(Case09(DataType::kFloat16).Run().Values(),
              ElementsAreArray(expected));
}

TEST(HardCase09, StrictModeRefuses) {
  const AclSession session(Variables{{"BACKLERP_STRICT", "1"}});
  EXPECT_EQ(Case09(DataType::kFloat32).FirstPhaseStatus(session), 161002);
}

TEST(HardCase09, CppApiTakesTheScaleAsGiven) {
  Problem problem = PackedProblem(Direction::kBackward, DataType::kFloat32,
                                  /*c=*/1, 3, 3, 5, 5);
  problem.scale_h = problem.scale_w = 4;
  EXPECT_THAT(
      RunPackedValues(problem, Values(25, 1.0)),
      ElementsAre(15.015625, 4.359375, 0, 4.359375, 1.265625, 0, 0, 0, 0));
}

// Shrinking skips pixels: they get exactly 0, and `out` is written, not added
// to, whatever it held.
TEST(HardCase10, PixelsThatNothingReadGetZero) {
  const CallResult result =
      V2().Ones().From(4, 4).Into(16, 16).DstHolds(0xFF).Run();
  const auto is_read = [](int64_t i) { return i % 4 == 1 || i % 4 == 2; };
  for (int64_t h = 0; h < 16; ++h) {
    for (int64_t w = 0; w < 16; ++w) {
      const double expected = is_read(h) && is_read(w) ? 0.25 : 0;
      EXPECT_EQ(result.At(0, 0, h, w), expected) << h << ", " << w;
    }
  }
}

// Half-pixel, asymmetric and aligned mappings differ here.
TEST(HardCase11, MappingsAreTold) {
  const OperatorCall call = V2().Counting(1).From(6, 6).Into(3, 3);
  EXPECT_THAT(OperatorCall(call).Run().Values(),
              ElementsAre(21.5, 29, 36.5, 66.5, 74, 81.5, 111.5, 119, 126.5));
  Values aligned = {396, 738, 711, 1788, 2664, 2208, 2286, 3258, 2601};
  for (double& value : aligned) value /= 25;
  EXPECT_THAT(OperatorCall(call).AlignCorners().Run().Values(),
              Approximately(aligned));
}

// Shrinking with aligned corners touches the corners alone; a scale that
// means nothing there must not matter.
TEST(HardCase12, AlignedShrinkingIgnoresTheScale) {
  EXPECT_THAT(V2().Counting(1)
                  .From(1, 2)
                  .Into(2, 4)
                  .AlignCorners()
                  .Scale(0.6)
                  .Run()
                  .Values(),
              ElementsAre(1, 0, 0, 2, 0, 0, 0, 0));
}

// Each output's weights add up to 1, so the sum of a gradient survives, and no
// weight is negative.
class HardCase13 : public testing::TestWithParam<bool> {};

TEST_P(HardCase13, SumsSurviveAndSignsToo) {
  for (int64_t in = 1; in <= 17; ++in) {
    for (int64_t out = 1; out <= 17; ++out) {
      // A second size that is no function of the first.
      Problem problem =
          PackedProblem(Direction::kBackward, DataType::kFloat64, /*c=*/1, in,
                        in * 5 % 17 + 1, out, out * 3 % 17 + 1);
      problem.align_corners = GetParam();
      Values g = Normals(DataType::kFloat64, problem.out_h * problem.out_w,
                         Seed() + static_cast<uint64_t>(in * 18 + out));
      for (double& value : g) value = std::abs(value);
      const Values result = RunPackedValues(problem, g);
      const double sum = std::accumulate(g.begin(), g.end(), 0.0);
      EXPECT_NEAR(std::accumulate(result.begin(), result.end(), 0.0), sum,
                  1e-12 * sum)
          << Describe(problem);
      EXPECT_THAT(result, Each(testing::Ge(0.0))) << Describe(problem);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AlignCorners, HardCase13, testing::Bool());

// Hard case 14, the adjoint identity, is adjoint_test.cc.

// What is not greater than 0 is no scale.
class HardCase15 : public testing::TestWithParam<double> {};

TEST_P(HardCase15, NoScaleMeansTheSizes) {
  const double scale = GetParam();
  for (const Operator op : {Operator::kV2, Operator::kV1}) {
    EXPECT_THAT(OperatorCall(op)
                    .Ones()
                    .From(1, 6)
                    .Into(1, 3)
                    .Scale(scale)
                    .Run()
                    .Values(),
                ElementsAre(2, 2, 2))
        << NameOf(op);
  }
  Problem problem = PackedProblem(Direction::kBackward, DataType::kFloat32,
                                  /*c=*/1, 1, 3, 1, 6);
  problem.scale_h = problem.scale_w = scale;
  EXPECT_THAT(RunPackedValues(problem, Values(6, 1.0)), ElementsAre(2, 2, 2));
}

INSTANTIATE_TEST_SUITE_P(
    Scales, HardCase15,
    testing::Values(0.0, -2.0, std::numeric_limits<double>::quiet_NaN(),
                    -std::numeric_limits<double>::infinity()));

}  // namespace
}  // namespace backlerp::test
