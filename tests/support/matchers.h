// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_TESTS_SUPPORT_MATCHERS_H_
#define BACKLERP_TESTS_SUPPORT_MATCHERS_H_

#include <cmath>
#include <tuple>
#include <vector>

#include "gmock/gmock.h"

namespace backlerp::test {

MATCHER(IsWithinRounding, "is within 1e-5 of the expected value's size") {
  const double actual = std::get<0>(arg);
  const double expected = std::get<1>(arg);
  return std::abs(actual - expected) <= 1e-5 * std::abs(expected);
}

// The values of small fp32 cases whose fractions are not dyadic. An expected 0
// must be exact.
inline auto Approximately(const std::vector<double>& expected) {
  return testing::Pointwise(IsWithinRounding(), expected);
}

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_SUPPORT_MATCHERS_H_
