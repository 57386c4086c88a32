// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_TESTS_CAMPAIGN_BOUND_H_
#define BACKLERP_TESTS_CAMPAIGN_BOUND_H_

#include <cstddef>
#include <string>
#include <vector>

#include "backlerp/problem.h"
#include "tests/support/compare.h"
#include "tests/support/slow_reference.h"

namespace backlerp::test {

// A result against the evaluation in float64, element by element within the
// bound of docs/numerics.md. Of float64 problems the judge rounds as well, so
// that the bound is twice the one for 2^-53.
class BoundCheck {
 public:
  explicit BoundCheck(const Problem& problem);

  // Both packed in NCHW order. Empty, or the worst element of the first plane
  // with one outside. Looks at all planes of small problems, at some of others.
  std::string Compare(const std::vector<std::byte>& src,
                      const std::vector<std::byte>& dst) const;

 private:
  std::string ComparePlane(int64_t plane, const Truth& truth,
                           const std::vector<double>& actual) const;
  bool Within(int64_t h, int64_t w, double actual, double expected,
              double magnitude) const;

  Problem problem_;
  Axes axes_;
  ErrorBound bound_;
  double factor_;
};

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_CAMPAIGN_BOUND_H_
