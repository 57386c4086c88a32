// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// A half-type result is the float32 result rounded once: compared with a
// float32 run of the widened source, rounded by the tests' own conversion.

#include <string>
#include <tuple>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/compare.h"
#include "tests/support/element.h"
#include "tests/support/plan_run.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace backlerp::test {
namespace {

class HalfTypes
    : public testing::TestWithParam<std::tuple<DataType, Direction>> {};

TEST_P(HalfTypes, RoundTheFloatResultOnce) {
  const auto [dtype, direction] = GetParam();
  Random random(Seed());
  int64_t inexact = 0;
  for (const Shape& full : Shapes()) {
    const Shape shape = Shrunk(full, 2);
    if (shape.out_h * shape.out_w > 20'000) continue;
    Problem half = PackedProblem(shape, direction, dtype);
    Problem wide = half;
    wide.dtype = DataType::kFloat32;
    const int64_t size = PackedNchwLayout(SrcDims(half)).size();
    // Denormals, infinities and overflow round, too.
    const auto src = SpecialMix(dtype, size, 50, &random);
    const std::vector<double> wide_result =
        RunPackedValues(wide, DecodeAll(dtype, src));
    for (const double value : wide_result) {
      if (RoundTo(dtype, value) != value) ++inexact;
    }
    EXPECT_TRUE(SameBits(dtype, DstDims(half), RunPacked(half, src),
                         half.in_h == half.out_h && half.in_w == half.out_w
                             ? src  // a copy keeps the bits of a NaN
                             : EncodeAll(dtype, wide_result)))
        << shape.name << ": " << Describe(half);
  }
  EXPECT_GT(inexact, 1000) << "hardly anything was rounded";
}

INSTANTIATE_TEST_SUITE_P(
    All, HalfTypes,
    testing::Combine(testing::Values(DataType::kFloat16, DataType::kBFloat16),
                     testing::Values(Direction::kBackward,
                                     Direction::kForward)),
    [](const auto& param) {
      return std::string(NameOf(std::get<0>(param.param))) +
             (std::get<1>(param.param) == Direction::kBackward ? "Backward"
                                                               : "Forward");
    });

}  // namespace
}  // namespace backlerp::test
