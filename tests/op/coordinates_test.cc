// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "op/coordinates.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace backlerp {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Tap<float> At(const Axis& axis, int64_t x,
              Coordinates coordinates = Coordinates::kFloat32) {
  return TapRule<float>(axis, coordinates).At(x);
}

void ExpectTap(const Tap<float>& tap, int64_t i0, float w0, float w1) {
  EXPECT_EQ(tap.i0, i0);
  EXPECT_TRUE(tap.two);
  EXPECT_EQ(tap.w0, w0);
  EXPECT_EQ(tap.w1, w1);
}

void ExpectLast(const Tap<float>& tap, int64_t last) {
  EXPECT_EQ(tap.i0, last);
  EXPECT_FALSE(tap.two);
  EXPECT_EQ(tap.w0, 1);
}

TEST(TapRule, HalfPixelCentresAtRatioTwo) {
  const Axis axis = {.in = 3, .out = 6};
  ExpectTap(At(axis, 0), 0, 1, 0);  // clamped at the near edge, weight 0 kept
  ExpectTap(At(axis, 1), 0, 0.75F, 0.25F);
  ExpectTap(At(axis, 2), 0, 0.25F, 0.75F);
  ExpectTap(At(axis, 4), 1, 0.25F, 0.75F);
  ExpectLast(At(axis, 5), 2);
}

TEST(TapRule, AlignedCorners) {
  const Axis axis = {.in = 3, .out = 5, .align_corners = true};
  ExpectTap(At(axis, 0), 0, 1, 0);
  ExpectTap(At(axis, 1), 0, 0.5F, 0.5F);
  ExpectTap(At(axis, 2), 1, 1, 0);
  ExpectLast(At(axis, 4), 2);
  // A single output stands on the first input.
  ExpectTap(At({.in = 3, .out = 1, .align_corners = true}, 0), 0, 1, 0);
}

TEST(TapRule, UsesAScaleThatIsPositive) {
  const Axis axis = {.in = 5, .out = 7, .scale = 2};
  ExpectTap(At(axis, 1), 0, 0.75F, 0.25F);
  // Aligned corners have no use for it.
  ExpectTap(At({.in = 3, .out = 5, .align_corners = true, .scale = 2}, 1), 0,
            0.5F, 0.5F);
}

TEST(TapRule, TakesOtherScalesAsAbsent) {
  for (const double scale : {0.0, -2.0, kNan, -kInf}) {
    ExpectTap(At({.in = 3, .out = 6, .scale = scale}, 1), 0, 0.75F, 0.25F);
  }
}

TEST(TapRule, SurvivesScalesAtTheEndsOfTheRange) {
  for (const double scale :
       {1e-300, std::numeric_limits<double>::denorm_min(), 1e-10}) {
    ExpectLast(At({.in = 3, .out = 6, .scale = scale}, 5), 2);
  }
  for (const double scale : {kInf, 1e300}) {
    ExpectTap(At({.in = 3, .out = 6, .scale = scale}, 5), 0, 1, 0);
  }
}

TEST(TapRule, AnIdentityHasOneTapEach) {
  for (const bool align_corners : {false, true}) {
    const Axis axis = {.in = 4, .out = 4, .align_corners = align_corners};
    const TapRule<float> rule(axis, Coordinates::kFloat32);
    EXPECT_TRUE(rule.identity());
    for (int64_t x = 0; x < 4; ++x) ExpectLast(rule.At(x), x);
  }
  const Axis scaled = {.in = 4, .out = 4, .scale = 1.02};
  EXPECT_FALSE(TapRule<float>(scaled, Coordinates::kFloat32).identity());
}

// At coordinate 4000 float32 has 2^-12 left for the fraction.
TEST(TapRule, Float64CoordinatesGiveTheFormulasOwnValue) {
  const Axis axis = {.in = 4001, .out = 9000};
  const double s = 4001.0 / 9000.0 * 8990.5 - 0.5;
  const Tap<float> fine = At(axis, 8990, Coordinates::kFloat64);
  EXPECT_EQ(fine.i0, static_cast<int64_t>(s));
  EXPECT_EQ(fine.w1, static_cast<float>(s - std::floor(s)));
  EXPECT_NE(At(axis, 8990).w1, fine.w1);
}

TEST(TapRule, NeverDecreasesAndKeepsWeightsInRange) {
  for (int64_t in = 1; in <= 24; ++in) {
    for (int64_t out = 1; out <= 24; ++out) {
      for (const bool align_corners : {false, true}) {
        for (const double scale : {0.0, 1.25, 0.3}) {
          const TapRule<float> rule({in, out, align_corners, scale},
                                    Coordinates::kFloat32);
          int64_t previous = 0;
          for (int64_t x = 0; x < out; ++x) {
            const Tap<float> tap = rule.At(x);
            ASSERT_GE(tap.i0, previous);
            ASSERT_LT(tap.i0 + (tap.two ? 1 : 0), in);
            ASSERT_GE(tap.w1, 0);
            ASSERT_LE(tap.w1, 1);
            ASSERT_EQ(tap.w0, 1 - tap.w1);
            previous = tap.i0;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace backlerp
