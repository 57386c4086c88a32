// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Hard cases 16 to 21: sums are kept in float32 and rounded once, and special
// values spread as arithmetic has it.

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "tests/support/element.h"
#include "tests/support/operator_call.h"

namespace backlerp::test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsNan;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr auto kF16 = DataType::kFloat16;
constexpr auto kBf16 = DataType::kBFloat16;

// A running sum in fp16 stops growing at 2048.
TEST(HardCase16, ManyOnesInFloat16) {
  for (const bool align : {false, true}) {
    const OperatorCall call =
        V2().Ones().As(kF16).Batch(2, 2).Into(1, 1).AlignCorners(align);
    EXPECT_THAT(OperatorCall(call).From(64, 64).Run().Values(), Each(4096));
    EXPECT_THAT(OperatorCall(call).From(128, 128).Run().Values(), Each(16384));
  }
}

// A running sum in bf16 stops growing at 256.
TEST(HardCase17, ManyOnesInBFloat16) {
  for (const bool align : {false, true}) {
    EXPECT_THAT(V2().Ones()
                    .As(kBf16)
                    .From(32, 32)
                    .Into(1, 1)
                    .AlignCorners(align)
                    .Run()
                    .Values(),
                ElementsAre(1024));
  }
}

// The sums are exact in float32 but not in a half type.
TEST(HardCase18, HalvesAreRoundedAtTheEndOnly) {
  for (const DataType dtype : {kF16, kBf16}) {
    EXPECT_THAT(
        V2().Counting(1, 2).As(dtype).From(4, 4).Into(2, 2).Run().Values(),
        ElementsAre(29, 43, 85, 99))
        << NameOf(dtype);
  }
}

// A coordinate held in bf16 runs past the image's end.
TEST(HardCase19, CoordinatesAreNotHeldInTheDataType) {
  const CallResult result = V2().Counting(1)
                                .As(kBf16)
                                .Batch(1, 10)
                                .From(2, 2)
                                .Into(540, 540)
                                .AlignCorners()
                                .Run();
  for (int64_t c = 0; c < 10; ++c) {
    std::vector<double> plane = result.Plane(0, c);
    EXPECT_EQ(plane.front(), 1);
    EXPECT_EQ(plane[539], 2);
    EXPECT_EQ(plane[540 * 539], 3);
    EXPECT_EQ(plane.back(), 4);
    plane[0] = plane[539] = plane[540 * 539] = plane[540 * 540 - 1] = 0;
    EXPECT_THAT(plane, Each(0));
  }
}

// Weights at column 2000 keep their fractions.
TEST(HardCase20, LongRowOfHalves) {
  for (const DataType dtype : {kF16, kBf16}) {
    EXPECT_THAT(
        V2().Ones().As(dtype).From(1, 4096).Into(1, 2048).Run().Values(),
        Each(2))
        << NameOf(dtype);
  }
}

// A zero weight still multiplies: 0 * Inf is NaN, as in PyTorch.
class HardCase21 : public testing::TestWithParam<DataType> {
 protected:
  static CallResult With(double value, int64_t h, int64_t w) {
    return V2()
        .OneHot({0, 0, h, w}, value)
        .As(GetParam())
        .From(4, 4)
        .Into(2, 2)
        .Run();
  }
};

TEST_P(HardCase21, InfinityInsideReachesFourPixels) {
  EXPECT_THAT(With(kInf, 1, 1).Values(), Each(kInf));
}

TEST_P(HardCase21, InfinityInTheCornerMeetsZeroWeights) {
  EXPECT_THAT(With(kInf, 0, 0).Values(),
              ElementsAre(kInf, IsNan(), IsNan(), IsNan()));
}

TEST_P(HardCase21, NanReachesFourPixelsInItsCanonicalForm) {
  const CallResult result = With(kNan, 1, 1);
  for (int64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(LoadBits(GetParam(), result.storage.data(), i),
              FormatOf(GetParam()).quiet_nan);
  }
}

INSTANTIATE_TEST_SUITE_P(Types, HardCase21,
                         testing::Values(DataType::kFloat32, kF16, kBf16),
                         [](const auto& type) {
                           return std::string(NameOf(type.param));
                         });

}  // namespace
}  // namespace backlerp::test
