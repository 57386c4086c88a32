// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "op/layout.h"

#include <limits>

#include "gtest/gtest.h"

namespace backlerp {
namespace {

TEST(ExtentOf, SpansPositiveAndNegativeStrides) {
  const auto extent = ExtentOf({{2, 3, 4, 5}, {60, 20, 5, 1}}, 4);
  ASSERT_TRUE(extent);
  EXPECT_EQ(extent->lowest, 0);
  EXPECT_EQ(extent->highest, 119);
  const auto turned = ExtentOf({{1, 1, 4, 5}, {0, 0, -5, 1}}, 4);
  ASSERT_TRUE(turned);
  EXPECT_EQ(turned->lowest, -15);
  EXPECT_EQ(turned->highest, 4);
}

TEST(ExtentOf, ReportsOverflow) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  EXPECT_FALSE(ExtentOf({{1, 1, 3, 1}, {0, 0, kMax, 1}}, 1));
  EXPECT_FALSE(ExtentOf({{1, 1, 2, 1}, {0, 0, kMax / 2, 1}}, 4));
  EXPECT_FALSE(ExtentOf({{1, 2, 2, 1}, {0, kMax - 1, -kMax, 1}}, 1));
  EXPECT_FALSE(ExtentOf(
      {{1, 1, 2, 1}, {0, 0, std::numeric_limits<int64_t>::min(), 1}}, 1));
}

TEST(ElementsAreDistinct, TellsOverlapFromOrder) {
  EXPECT_TRUE(ElementsAreDistinct({{2, 3, 4, 5}, {60, 20, 5, 1}}));
  EXPECT_TRUE(ElementsAreDistinct({{2, 3, 4, 5}, {60, 1, 15, 3}}));  // NHWC
  EXPECT_TRUE(ElementsAreDistinct({{1, 1, 4, 5}, {0, 0, -5, 1}}));
  // The stride of a single element does not matter.
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  EXPECT_TRUE(ElementsAreDistinct({{1, 1, 4, 5}, {kMin, kMin, 5, 1}}));
  EXPECT_FALSE(ElementsAreDistinct({{1, 1, 4, 5}, {0, 0, 4, 1}}));
  EXPECT_FALSE(ElementsAreDistinct({{2, 1, 4, 5}, {0, 20, 5, 1}}));
  EXPECT_FALSE(ElementsAreDistinct({{1, 1, 1, 2}, {0, 0, 0, 0}}));
}

}  // namespace
}  // namespace backlerp
