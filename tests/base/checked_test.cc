// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/checked.h"

#include <limits>

#include "gtest/gtest.h"

namespace backlerp {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

TEST(Checked, GivesResultsThatFit) {
  EXPECT_EQ(CheckedAdd(kMax - 1, 1), kMax);
  EXPECT_EQ(CheckedMul(-3, 5), -15);
  EXPECT_EQ(CheckedProduct({1 << 20, 1 << 20, 1 << 20}), int64_t{1} << 60);
  EXPECT_EQ(CheckedProduct({}), 1);
}

TEST(Checked, ReportsOverflow) {
  EXPECT_EQ(CheckedAdd(kMax, 1), std::nullopt);
  EXPECT_EQ(CheckedAdd(kMin, -1), std::nullopt);
  EXPECT_EQ(CheckedMul(kMin, -1), std::nullopt);
  EXPECT_EQ(CheckedProduct({1 << 20, 1 << 20, 1 << 20, 8}), std::nullopt);
}

TEST(Checked, KeepsAnEarlierOverflow) {
  EXPECT_EQ(CheckedAdd(CheckedMul(kMax, 2), -kMax), std::nullopt);
  EXPECT_EQ(CheckedProduct({kMax, 2, 0}), std::nullopt);
}

}  // namespace
}  // namespace backlerp
