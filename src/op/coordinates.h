// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The coordinate rule of bilinear upsampling: the one place of the formula
// (docs/numerics.md has it in mathematical notation).

#ifndef BACKLERP_SRC_OP_COORDINATES_H_
#define BACKLERP_SRC_OP_COORDINATES_H_

#include <algorithm>
#include <cstdint>

#include "backlerp/problem.h"

namespace backlerp {

// One axis of U: it maps `in` values to `out` values.
struct Axis {
  int64_t in = 1;
  int64_t out = 1;
  bool align_corners = false;
  double scale = 0;  // used where it is > 0 and not align_corners
};

// What output index x reads: value[i0] * w0 and, if `two`, value[i0 + 1] * w1.
template <typename Weight>
struct Tap {
  int64_t i0;
  Weight w0;
  Weight w1;
  bool two;
};

// Gives the taps of every output index of one axis. i0 never decreases as x
// grows.
template <typename Weight>
class TapRule {
 public:
  TapRule(const Axis& axis, Coordinates coordinates);

  // Whether every output is its own input: one tap of weight 1.
  bool identity() const { return identity_; }

  Tap<Weight> At(int64_t x) const;

 private:
  template <typename Real>
  Tap<Weight> TapFor(Real ratio, int64_t x) const;

  int64_t in_;
  bool align_corners_;
  bool float64_;
  bool identity_;
  float ratio32_;
  double ratio64_;
};

template <typename Weight>
template <typename Real>
Tap<Weight> TapRule<Weight>::TapFor(Real ratio, int64_t x) const {
  constexpr Real kHalf = 0.5;
  const auto position = static_cast<Real>(x);
  const Real s = align_corners_
                     ? ratio * position
                     : std::max(Real{0}, ratio * (position + kHalf) - kHalf);
  // Compared before the conversion: s may be beyond int64_t, or infinite.
  if (s >= static_cast<Real>(in_ - 1)) return {in_ - 1, 1, 0, false};
  const auto i0 = static_cast<int64_t>(s);
  const Real lambda = s - static_cast<Real>(i0);
  return {i0, static_cast<Weight>(Real{1} - lambda),
          static_cast<Weight>(lambda), true};
}

template <typename Weight>
Tap<Weight> TapRule<Weight>::At(int64_t x) const {
  if (identity_) return {x, 1, 0, false};
  return float64_ ? TapFor(ratio64_, x) : TapFor(ratio32_, x);
}

}  // namespace backlerp

#endif  // BACKLERP_SRC_OP_COORDINATES_H_
