// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Every operation here is rounded on its own; the build's -ffp-contract=off
// keeps compilers from fusing them.

#include "op/coordinates.h"

namespace backlerp {
namespace {

template <typename Real>
Real Ratio(const Axis& axis) {
  if (axis.align_corners) {
    return axis.out == 1 ? Real{0}
                         : static_cast<Real>(axis.in - 1) /
                               static_cast<Real>(axis.out - 1);
  }
  // False for NaN: such a scale counts as absent.
  if (axis.scale > 0) return static_cast<Real>(1.0 / axis.scale);
  return static_cast<Real>(axis.in) / static_cast<Real>(axis.out);
}

}  // namespace

template <typename Weight>
TapRule<Weight>::TapRule(const Axis& axis, Coordinates coordinates)
    : in_(axis.in),
      align_corners_(axis.align_corners),
      float64_(coordinates == Coordinates::kFloat64),
      ratio32_(Ratio<float>(axis)),
      ratio64_(Ratio<double>(axis)) {
  // Aligned corners of one point have ratio 0, and are the identity all the
  // same.
  identity_ =
      axis.in == axis.out &&
      (align_corners_ || (float64_ ? ratio64_ == 1.0 : ratio32_ == 1.0F));
}

template class TapRule<float>;
template class TapRule<double>;

}  // namespace backlerp
