// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The slow truth: bilinear upsampling U and its transpose, evaluated in double
// from the formula of docs/numerics.md. It shares no code with src/, on
// purpose: change it only when the formula changes.

#ifndef BACKLERP_TESTS_SUPPORT_SLOW_REFERENCE_H_
#define BACKLERP_TESTS_SUPPORT_SLOW_REFERENCE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backlerp/problem.h"

namespace backlerp::test {

// In which arithmetic coordinates and weights are computed; the weights of
// kDoubleRoundedToFloat are rounded to float32 when they are complete.
enum class WeightRule { kFloat, kDouble, kDoubleRoundedToFloat };

// Row `x` of one axis's matrix: weight w0 at i0 and, where `two`, w1 at i0 + 1.
struct Taps {
  int64_t i0;
  bool two;
  double w0;
  double w1;
};

struct Axis {
  int64_t in;
  int64_t out;
  bool identity;           // in == out and the ratio is exactly 1
  std::vector<Taps> rows;  // one for each output index
};

struct AxisSpec {
  int64_t in;
  int64_t out;
  bool align_corners = false;
  double scale = 0;  // not > 0: from the sizes
  WeightRule rule = WeightRule::kFloat;
};
Axis MakeAxis(const AxisSpec& spec);

struct Axes {
  Axis h;
  Axis w;
};
// The axes of a problem of the C++ API, with its rule for the weights.
Axes MakeAxes(const Problem& problem);

// How many outputs contribute to each input index, and how many inputs to each
// output index.
std::vector<int64_t> BackwardTaps(const Axis& axis);
std::vector<int64_t> ForwardTaps(const Axis& axis);

// Memory that is reused between calls: fresh pages would cost more than sums.
struct Scratch {
  std::vector<double> panel;
  std::vector<double> absolute;
};

// One plane, row-major.
void BackwardPlane(const Axes& axes, const double* grad_out, double* grad_in,
                   Scratch* scratch);
void ForwardPlane(const Axes& axes, const double* src, double* dst,
                  Scratch* scratch);

// The value of every element of a result plane, and the sum of |w| |g| over the
// same terms, by which its rounding errors are measured.
struct Truth {
  std::vector<double> value;
  std::vector<double> magnitude;
};
void EvaluatePlane(Direction direction, const Axes& axes,
                   const std::vector<double>& src, Truth* truth,
                   Scratch* scratch);

// All planes of a problem, for small ones: src and result in NCHW order.
std::vector<double> Evaluate(const Problem& problem,
                             const std::vector<double>& src);

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_SUPPORT_SLOW_REFERENCE_H_
