// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/picture.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

namespace backlerp::cli {
namespace {

constexpr Colour kWhite = {255, 255, 255};
constexpr Colour kRed = {255, 0, 0};
constexpr Colour kBlue = {0, 0, 255};
constexpr Colour kGreen = {0, 160, 0};
constexpr Colour kMagenta = {255, 0, 255};
constexpr Colour kBlack = {0, 0, 0};

// A canvas of three panels of 2 x 2 values, each repeated in 96 x 96 pixels.
Canvas Draw(const std::vector<double>& a, const std::vector<double>& b) {
  return DrawComparison({2, 2, a}, {2, 2, b});
}

Colour At(const Canvas& canvas, int64_t panel, int64_t y, int64_t x) {
  constexpr int64_t kMargin = 12;
  constexpr int64_t kSide = 192;
  return canvas.at(kMargin + panel * (kSide + kMargin) + x * 96 + 48,
                   kMargin + kCharHeight + y * 96 + 48);
}

TEST(DrawComparison, ShowsValuesAndDifferences) {
  const Canvas canvas = Draw({0, 10, 5, 5}, {0, 8, 7, 5});
  EXPECT_EQ(At(canvas, 0, 0, 0), kBlack);
  EXPECT_EQ(At(canvas, 0, 0, 1), kWhite);
  EXPECT_EQ(At(canvas, 1, 0, 1), (Colour{204, 204, 204}));
  EXPECT_EQ(At(canvas, 2, 0, 0), kWhite);
  EXPECT_EQ(At(canvas, 2, 0, 1), kRed);
  EXPECT_EQ(At(canvas, 2, 1, 0), kBlue);
  EXPECT_EQ(At(canvas, 2, 1, 1), kWhite);
}

TEST(DrawComparison, ShowsWhatIsNoNumber) {
  const Canvas canvas = Draw({NAN, NAN, INFINITY, 1}, {NAN, 1, 1, 1});
  EXPECT_EQ(At(canvas, 0, 0, 0), kMagenta);
  EXPECT_EQ(At(canvas, 2, 0, 0), kWhite);
  EXPECT_EQ(At(canvas, 2, 0, 1), kMagenta);
  EXPECT_EQ(At(canvas, 2, 1, 0), kGreen);
}

TEST(DrawComparison, EqualPlanesAndHugeRangesAreDrawn) {
  EXPECT_EQ(At(Draw({1, 1, 1, 1}, {1, 1, 1, 1}), 2, 0, 0), kWhite);
  EXPECT_EQ(At(Draw({NAN, NAN, NAN, NAN}, {NAN, NAN, NAN, NAN}), 2, 0, 0),
            kWhite);
  EXPECT_EQ(At(Draw({1e308, 0, 0, 0}, {-1e308, 0, 0, 0}), 2, 1, 1), kWhite);
}

// The largest difference of a block of three by three survives the reduction,
// and not the last one.
TEST(DrawComparison, ReducedPlanesKeepTheLargestDifference) {
  constexpr int64_t kSide = 2000;
  Plane a = {kSide, kSide, std::vector<double>(kSide * kSide, 1)};
  Plane b = a;
  a.values[999 * kSide + 999] = 3;
  a.values[1001 * kSide + 1001] = 1.5;
  const Canvas canvas = DrawComparison(a, b);
  int64_t red = 0;
  for (int64_t y = 0; y < canvas.height() - 40; ++y) {
    for (int64_t x = 0; x < canvas.width(); ++x) {
      red += canvas.at(x, y) == kRed ? 1 : 0;
    }
  }
  EXPECT_EQ(red, 1);
}

TEST(DrawComparison, TitlesNameThePlace) {
  const std::vector<double> values = {1, 2, 3, 4};
  const Plane plane = {2, 2, values};
  const Canvas without = DrawComparison(plane, plane);
  const Canvas with = DrawComparison(plane, plane, "0,3");
  const auto ink = [](const Canvas& canvas) {
    int64_t count = 0;
    for (int64_t y = 0; y < 12 + kCharHeight; ++y) {
      for (int64_t x = 0; x < canvas.width(); ++x) {
        count += canvas.at(x, y) == kBlack ? 1 : 0;
      }
    }
    return count;
  };
  EXPECT_GT(ink(without), 0);
  // Twelve pixels at least for "0,3" above each of the panels.
  EXPECT_GT(ink(with), ink(without) + 3 * 12);
}

TEST(Canvas, WritesDigits) {
  Canvas canvas(8, 8, kWhite);
  canvas.Write(0, 0, "1");
  EXPECT_EQ(canvas.at(2, 0), kBlack);
  EXPECT_EQ(canvas.at(0, 0), kWhite);
  // Beyond the edge there is nothing to be written to.
  canvas.Write(6, 6, "88");
}

}  // namespace
}  // namespace backlerp::cli
