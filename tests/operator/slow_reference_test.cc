// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The judge is judged first: the slow evaluation against values worked out by
// hand and against its own transpose, and the bound against the mistakes that
// it has to see.

#include "tests/support/slow_reference.h"

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "tests/support/compare.h"
#include "tests/support/element.h"
#include "tests/support/random.h"

namespace backlerp::test {
namespace {

using testing::DoubleNear;
using testing::Each;
using testing::ElementsAre;
using testing::Pointwise;

std::vector<double> Counting(double first, int64_t count) {
  std::vector<double> values(static_cast<size_t>(count));
  std::iota(values.begin(), values.end(), first);
  return values;
}

std::vector<double> Backward(const Axes& axes,
                             const std::vector<double>& grad_out) {
  std::vector<double> grad_in(static_cast<size_t>(axes.h.in * axes.w.in));
  Scratch scratch;
  BackwardPlane(axes, grad_out.data(), grad_in.data(), &scratch);
  return grad_in;
}

std::vector<double> Forward(const Axes& axes, const std::vector<double>& src) {
  std::vector<double> dst(static_cast<size_t>(axes.h.out * axes.w.out));
  Scratch scratch;
  ForwardPlane(axes, src.data(), dst.data(), &scratch);
  return dst;
}

Axes AxesOf(const AxisSpec& h, const AxisSpec& w) {
  return {MakeAxis(h), MakeAxis(w)};
}

double Dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

TEST(SlowReference, DoublesAnImageByHand) {
  const Axes axes = AxesOf({3, 6}, {3, 6});
  EXPECT_THAT(Backward(axes, Counting(1, 36)),
              ElementsAre(21.5, 29, 36.5, 66.5, 74, 81.5, 111.5, 119, 126.5));
}

TEST(SlowReference, AlignsCornersByHand) {
  const Axes axes = AxesOf({3, 6, true}, {3, 6, true});
  std::vector<double> expected = {396,  738,  711,  1788, 2664,
                                  2208, 2286, 3258, 2601};
  for (double& value : expected) value /= 25;
  EXPECT_THAT(Backward(axes, Counting(1, 36)),
              Pointwise(DoubleNear(1e-5), expected));
}

TEST(SlowReference, TellsHeightFromWidth) {
  const std::vector<double> result =
      Backward(AxesOf({9, 18}, {5, 10}), Counting(0, 180));
  EXPECT_EQ(std::vector<double>(result.begin(), result.begin() + 5),
            (std::vector<double>{27.5, 35, 43, 51, 58.5}));
  EXPECT_EQ(std::vector<double>(result.end() - 5, result.end()),
            (std::vector<double>{657.5, 665, 673, 681, 688.5}));
}

TEST(SlowReference, UsesTheScaleAsGiven) {
  const Axes axes = AxesOf({3, 5, false, 4}, {3, 5, false, 4});
  EXPECT_THAT(
      Backward(axes, std::vector<double>(25, 1.0)),
      ElementsAre(15.015625, 4.359375, 0, 4.359375, 1.265625, 0, 0, 0, 0));
}

TEST(SlowReference, ForwardByHand) {
  const Axes axes = AxesOf({1, 1}, {2, 4});
  EXPECT_THAT(Forward(axes, {0, 4}), ElementsAre(0, 1, 3, 4));
}

TEST(SlowReference, FloatWeightsAreNotDoubleWeights) {
  // At output 4000 the float32 rule has lost 12 of its 24 bits.
  const Axis narrow = MakeAxis({1700, 4099, false, 0, WeightRule::kFloat});
  const Axis wide = MakeAxis({1700, 4099, false, 0, WeightRule::kDouble});
  const double difference = narrow.rows[4000].w1 - wide.rows[4000].w1;
  EXPECT_NE(difference, 0);
  EXPECT_LT(std::abs(difference), 3e-4);
  const Axis rounded =
      MakeAxis({1700, 4099, false, 0, WeightRule::kDoubleRoundedToFloat});
  EXPECT_EQ(rounded.rows[4000].w1, static_cast<float>(wide.rows[4000].w1));
}

TEST(SlowReference, IdentityHasOneTapPerIndex) {
  for (const AxisSpec& spec :
       {AxisSpec{5, 5}, AxisSpec{5, 5, true}, AxisSpec{5, 5, false, 1}}) {
    const Axis axis = MakeAxis(spec);
    EXPECT_TRUE(axis.identity);
    EXPECT_THAT(BackwardTaps(axis), Each(1));
  }
  EXPECT_FALSE(MakeAxis({5, 5, false, 1.1}).identity);
}

TEST(SlowReference, CountsTaps) {
  // Outputs 0..3 of 2 -> 4 read inputs {0,1} {0,1} {0,1} {1}.
  const Axis axis = MakeAxis({2, 4});
  EXPECT_THAT(BackwardTaps(axis), ElementsAre(3, 4));
  EXPECT_THAT(ForwardTaps(axis), ElementsAre(2, 2, 2, 1));
}

TEST(SlowReference, SumsAndMagnitudes) {
  Truth truth;
  Scratch scratch;
  EvaluatePlane(Direction::kBackward, AxesOf({1, 1}, {1, 3}), {1, -2, 4},
                &truth, &scratch);
  EXPECT_THAT(truth.value, ElementsAre(3));
  EXPECT_THAT(truth.magnitude, ElementsAre(7));
}

TEST(SlowReference, BackwardIsTheTransposeOfForward) {
  const auto spec = [](int64_t in, int64_t out, bool align, bool scaled) {
    return AxisSpec{in, out, align, scaled ? 1.25 : 0, WeightRule::kDouble};
  };
  Random random(Seed());
  for (int repeat = 0; repeat < 400; ++repeat) {
    const bool align = random.OneIn(2);
    const bool scaled = random.OneIn(2);
    const auto axis = [&] {
      return spec(random.Between(1, 24), random.Between(1, 24), align, scaled);
    };
    const Axes axes = AxesOf(axis(), axis());
    const auto x =
        Normals(DataType::kFloat64, axes.h.in * axes.w.in, random.Bits());
    const auto g =
        Normals(DataType::kFloat64, axes.h.out * axes.w.out, random.Bits());
    const double forward = Dot(Forward(axes, x), g);
    const double backward = Dot(x, Backward(axes, g));
    EXPECT_NEAR(forward, backward, 1e-12 * (1 + std::abs(forward)) * 24);
  }
}

// What the bound says of a wrong result, as a library might compute it.
class ErrorBoundTest : public testing::Test {
 protected:
  static int64_t Outside(DataType dtype, const Axes& axes,
                         const std::vector<double>& grad_out,
                         const std::vector<double>& actual) {
    Truth truth;
    Scratch scratch;
    EvaluatePlane(Direction::kBackward, axes, grad_out, &truth, &scratch);
    PlaneReport report;
    report.Compare(ErrorBound(Direction::kBackward, dtype, axes), truth,
                   actual.data());
    return report.outside();
  }

  static std::vector<double> Rounded(DataType dtype,
                                     std::vector<double> values) {
    for (double& value : values) value = RoundTo(dtype, value);
    return values;
  }

  const Axes axes_ = AxesOf({12, 31}, {12, 31});
  const std::vector<double> grad_out_ =
      Normals(DataType::kFloat16, 31 * 31, Seed());
};

TEST_F(ErrorBoundTest, AcceptsTheRoundedTruth) {
  const auto truth = Backward(axes_, grad_out_);
  for (const DataType dtype :
       {DataType::kFloat32, DataType::kFloat16, DataType::kBFloat16}) {
    EXPECT_EQ(Outside(dtype, axes_, grad_out_, Rounded(dtype, truth)), 0);
  }
}

TEST_F(ErrorBoundTest, SeesSwappedAxes) {
  std::vector<double> transposed(grad_out_.size());
  for (size_t y = 0; y < 31; ++y) {
    for (size_t x = 0; x < 31; ++x) {
      transposed[x * 31 + y] = grad_out_[y * 31 + x];
    }
  }
  const auto wrong = Backward(axes_, transposed);
  EXPECT_GT(Outside(DataType::kFloat32, axes_, grad_out_, wrong), 100);
}

TEST_F(ErrorBoundTest, SeesAShiftedCoordinate) {
  // One column's coordinate is 2^-15 of a pixel off.
  Axes shifted = axes_;
  shifted.w.rows[15].w0 -= 0x1p-15;
  shifted.w.rows[15].w1 += 0x1p-15;
  const auto wrong = Backward(shifted, grad_out_);
  EXPECT_GT(Outside(DataType::kFloat32, axes_, grad_out_, wrong), 10);
}

TEST_F(ErrorBoundTest, SeesTheOtherCoordinateRule) {
  const auto wrong =
      Backward(AxesOf({12, 31, true}, {12, 31, true}), grad_out_);
  EXPECT_GT(Outside(DataType::kBFloat16, axes_, grad_out_, wrong), 100);
}

TEST_F(ErrorBoundTest, SeesTruncatedHalves) {
  for (const DataType dtype : {DataType::kFloat16, DataType::kBFloat16}) {
    auto wrong = Backward(axes_, grad_out_);
    for (double& value : wrong) value = TruncateTo(dtype, value);
    EXPECT_GT(Outside(dtype, axes_, grad_out_, wrong), 30);
  }
}

TEST_F(ErrorBoundTest, SeesSumsInHalfPrecision) {
  // Both passes rounded to the type, as a careless kernel keeps its panel.
  Axes rows = axes_;
  rows.w = MakeAxis({31, 31});
  Axes columns = axes_;
  columns.h = MakeAxis({12, 12});
  const auto panel = Rounded(DataType::kFloat16, Backward(rows, grad_out_));
  const auto wrong = Rounded(DataType::kFloat16, Backward(columns, panel));
  EXPECT_GT(Outside(DataType::kFloat16, axes_, grad_out_, wrong), 10);
}

TEST_F(ErrorBoundTest, SeesNanAndOneMissingElement) {
  auto wrong = Rounded(DataType::kFloat32, Backward(axes_, grad_out_));
  wrong[77] = std::nan("");
  EXPECT_EQ(Outside(DataType::kFloat32, axes_, grad_out_, wrong), 1);
  wrong[77] = 0;
  EXPECT_EQ(Outside(DataType::kFloat32, axes_, grad_out_, wrong), 1);
}

TEST(PlaneReport, SaysWhereAndByHowMuch) {
  const Axes axes = AxesOf({2, 2}, {2, 2});
  const Truth truth = {{1, 2, 3, 4}, {1, 2, 3, 4}};
  const std::vector<double> actual = {1, 2, 3.5, 4};
  PlaneReport report;
  report.Compare(ErrorBound(Direction::kBackward, DataType::kFloat32, axes),
                 truth, actual.data());
  EXPECT_THAT(
      report.Describe(),
      testing::StartsWith("[h=1, w=0]: got 3.5, expected 3, off by 0.5"));
  EXPECT_THAT(report.Describe(), testing::EndsWith("1 of 4 elements outside"));
}

}  // namespace
}  // namespace backlerp::test
