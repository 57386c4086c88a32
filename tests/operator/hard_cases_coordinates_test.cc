// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Hard cases 1 to 8: which pixels an element contributes to. Every case has
// broken a published implementation; the number is its name in the project's
// list of hard cases. "3x3 <- 6x6" is a 3x3 result of a 6x6 gradient.

#include <cmath>
#include <limits>
#include <vector>

#include "gmock/gmock.h"
#include "tests/support/matchers.h"
#include "tests/support/operator_call.h"

namespace backlerp::test {
namespace {

using testing::Each;
using testing::ElementsAre;
using Values = std::vector<double>;

Values Row(const CallResult& result, int64_t h) {
  Values row;
  for (int64_t w = 0; w < result.layout.dims[3]; ++w) {
    row.push_back(
        result.At(result.layout.dims[0] - 1, result.layout.dims[1] - 1, h, w));
  }
  return row;
}

// A height taken for a width shows where the image is not square, in packed
// order as in channels-last strides.
class HardCase01 : public testing::TestWithParam<bool> {
 protected:
  static OperatorCall Case(int64_t from_h, int64_t from_w) {
    OperatorCall call = V2().Counting(0).From(from_h, from_w);
    call.Batch(2, 3).Into(from_h / 2, from_w / 2);
    if (GetParam()) {
      call.SrcStrides(PackedNhwcLayout({2, 3, from_h, from_w}).strides);
    }
    return call;
  }
};

TEST_P(HardCase01, TallImage) {
  const CallResult result = Case(18, 10).Run();
  EXPECT_THAT(Row(result, 0), ElementsAre(27.5, 35, 43, 51, 58.5));
  EXPECT_THAT(Row(result, 8), ElementsAre(657.5, 665, 673, 681, 688.5));
}

TEST_P(HardCase01, WideImage) {
  EXPECT_THAT(Row(Case(10, 18).Run(), 0),
              ElementsAre(47.5, 55, 63, 71, 79, 87, 95, 103, 110.5));
}

INSTANTIATE_TEST_SUITE_P(Strides, HardCase01, testing::Bool(),
                         [](const auto& strides) {
                           return strides.param ? "ChannelsLast" : "Packed";
                         });

// An aligned axis reaches further than in/out of the ratio says.
TEST(HardCase02, AlignedAxisKeepsItsFarContributions) {
  EXPECT_THAT(V2().Ones().From(1, 10).Into(1, 2).AlignCorners().Run().Values(),
              ElementsAre(5, 5));
  EXPECT_THAT(V2().Ones().From(10, 1).Into(2, 1).AlignCorners().Run().Values(),
              ElementsAre(5, 5));
}

// Corners are clamped, not mirrored or dropped.
TEST(HardCase03, CornersStayInTheirPixel) {
  const OperatorCall call = V2().From(4, 4).Into(2, 2);
  EXPECT_THAT(OperatorCall(call).OneHot({0, 0, 0, 0}).Run().Values(),
              ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(OperatorCall(call).OneHot({0, 0, 3, 3}).Run().Values(),
              ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(OperatorCall(call).Counting(1).Run().Values(),
              ElementsAre(16.5, 23.5, 44.5, 51.5));
}

// One element of gradient sits in the middle of the image.
TEST(HardCase04, OneElementGoesToTheMiddle) {
  EXPECT_THAT(V2().Ones().From(1, 1).Into(2, 2).Run().Values(),
              ElementsAre(0.25, 0.25, 0.25, 0.25));
  const CallResult result = V2().Ones().From(1, 1).Into(10, 10).Run();
  for (int64_t h = 0; h < 10; ++h) {
    for (int64_t w = 0; w < 10; ++w) {
      const bool middle = (h == 4 || h == 5) && (w == 4 || w == 5);
      EXPECT_EQ(result.At(0, 0, h, w), middle ? 0.25 : 0) << h << ", " << w;
    }
  }
}

// (in-1)/(out-1) has no value at out = 1: the corner takes it all.
TEST(HardCase05, AlignedAxisOfOneElement) {
  for (const double scale : {0.0, 0.5}) {
    EXPECT_THAT(V2().Ones()
                    .From(1, 1)
                    .Into(2, 2)
                    .AlignCorners()
                    .Scale(scale)
                    .Run()
                    .Values(),
                ElementsAre(1, 0, 0, 0));
  }
  EXPECT_THAT(
      V2().Counting(1).From(1, 4).Into(3, 2).AlignCorners().Run().Values(),
      Approximately({10.0 / 3, 20.0 / 3, 0, 0, 0, 0}));
}

// With one input pixel along an axis all of it is summed there.
TEST(HardCase06, OneInputPixel) {
  for (const bool align : {false, true}) {
    EXPECT_THAT(
        V2().Ones().From(5, 5).Into(1, 1).AlignCorners(align).Run().Values(),
        ElementsAre(25));
    EXPECT_THAT(V2().Counting(1)
                    .From(5, 4)
                    .Into(1, 4)
                    .AlignCorners(align)
                    .Run()
                    .Values(),
                ElementsAre(45, 50, 55, 60));
  }
}

// The scale is used, not the ratio of the sizes that it was rounded to.
TEST(HardCase07, FractionalScale) {
  const OperatorCall call = V2().Ones().From(1, 7).Into(1, 5);
  EXPECT_THAT(OperatorCall(call).Scales(1, 1.5).Run().Values(),
              Approximately({1.5, 1.5, 1.5, 1.5, 1.0}));
  EXPECT_THAT(OperatorCall(call).Run().Values(),
              Approximately({10.0 / 7, 9.0 / 7, 11.0 / 7, 9.0 / 7, 10.0 / 7}));
}

// Equal sizes are a copy only where the ratio is 1.
TEST(HardCase08, EqualSizesWithAnotherScale) {
  constexpr double kScale = 1.0239041660002521;
  const CallResult v2 = V2().Ones().From(4, 7).Into(4, 7).Scale(kScale).Run();
  EXPECT_NEAR(v2.At(0, 0, 0, 0), 1.071265, 1e-5);
  EXPECT_NEAR(v2.At(0, 0, 3, 6), 0.778939, 1e-5);
  EXPECT_THAT(V1().Ones().From(4, 7).Into(4, 7).Scale(kScale).Run().Values(),
              Each(1.0));
}

}  // namespace
}  // namespace backlerp::test
