// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/slow_reference.h"

#include <algorithm>
#include <cmath>

namespace backlerp::test {
namespace {

double Ratio(const AxisSpec& spec) {
  const auto in = static_cast<double>(spec.in);
  const auto out = static_cast<double>(spec.out);
  if (spec.align_corners) return spec.out == 1 ? 0 : (in - 1) / (out - 1);
  return spec.scale > 0 ? 1 / spec.scale : in / out;
}

// T is the type in which every single operation is rounded.
template <typename T>
Taps TapsAt(const AxisSpec& spec, T ratio, int64_t x) {
  T source = 0;
  if (spec.align_corners) {
    source = ratio * static_cast<T>(x);
  } else {
    const T centre = static_cast<T>(x) + T{0.5};
    const T scaled = ratio * centre;
    source = std::max(T{0}, scaled - T{0.5});
  }
  const int64_t last = spec.in - 1;
  if (source >= static_cast<T>(last)) return {last, false, 1, 0};
  const T floor = std::floor(source);
  const T lambda = source - floor;
  const T rest = T{1} - lambda;
  return {static_cast<int64_t>(floor), true, rest, lambda};
}

Taps RoundedToFloat(Taps taps) {
  taps.w0 = static_cast<float>(taps.w0);
  taps.w1 = static_cast<float>(taps.w1);
  return taps;
}

Taps TapsByRule(const AxisSpec& spec, int64_t x) {
  const double ratio = Ratio(spec);
  if (spec.rule == WeightRule::kFloat) {
    return TapsAt<float>(spec, static_cast<float>(ratio), x);
  }
  const Taps taps = TapsAt<double>(spec, ratio, x);
  return spec.rule == WeightRule::kDouble ? taps : RoundedToFloat(taps);
}

bool IsIdentity(const AxisSpec& spec) {
  if (spec.in != spec.out) return false;
  if (spec.align_corners) return true;
  const double ratio = Ratio(spec);
  return spec.rule == WeightRule::kFloat ? static_cast<float>(ratio) == 1.0F
                                         : ratio == 1.0;
}

void AddScaled(double weight, const double* from, int64_t count, double* to) {
  for (int64_t i = 0; i < count; ++i) to[i] += weight * from[i];
}

WeightRule RuleOf(const Problem& problem) {
  if (problem.dtype == DataType::kFloat64) return WeightRule::kDouble;
  return problem.coordinates == Coordinates::kFloat64
             ? WeightRule::kDoubleRoundedToFloat
             : WeightRule::kFloat;
}

}  // namespace

Axis MakeAxis(const AxisSpec& spec) {
  Axis axis{spec.in, spec.out, IsIdentity(spec), {}};
  axis.rows.reserve(static_cast<size_t>(spec.out));
  for (int64_t x = 0; x < spec.out; ++x) {
    axis.rows.push_back(axis.identity ? Taps{x, false, 1, 0}
                                      : TapsByRule(spec, x));
  }
  return axis;
}

Axes MakeAxes(const Problem& problem) {
  const WeightRule rule = RuleOf(problem);
  return {MakeAxis({problem.in_h, problem.out_h, problem.align_corners,
                    problem.scale_h, rule}),
          MakeAxis({problem.in_w, problem.out_w, problem.align_corners,
                    problem.scale_w, rule})};
}

std::vector<int64_t> BackwardTaps(const Axis& axis) {
  std::vector<int64_t> taps(static_cast<size_t>(axis.in), 0);
  for (const Taps& row : axis.rows) {
    ++taps[static_cast<size_t>(row.i0)];
    if (row.two) ++taps[static_cast<size_t>(row.i0 + 1)];
  }
  return taps;
}

std::vector<int64_t> ForwardTaps(const Axis& axis) {
  std::vector<int64_t> taps;
  taps.reserve(axis.rows.size());
  for (const Taps& row : axis.rows) taps.push_back(row.two ? 2 : 1);
  return taps;
}

void BackwardPlane(const Axes& axes, const double* grad_out, double* grad_in,
                   Scratch* scratch) {
  const int64_t width = axes.w.out;
  std::vector<double>& panel = scratch->panel;
  panel.assign(static_cast<size_t>(axes.h.in * width), 0.0);
  for (int64_t y = 0; y < axes.h.out; ++y) {
    const Taps& row = axes.h.rows[static_cast<size_t>(y)];
    double* to = panel.data() + row.i0 * width;
    AddScaled(row.w0, grad_out + y * width, width, to);
    if (row.two) AddScaled(row.w1, grad_out + y * width, width, to + width);
  }
  std::fill_n(grad_in, axes.h.in * axes.w.in, 0.0);
  for (int64_t i = 0; i < axes.h.in; ++i) {
    const double* from = panel.data() + i * width;
    double* to = grad_in + i * axes.w.in;
    for (int64_t x = 0; x < width; ++x) {
      const Taps& column = axes.w.rows[static_cast<size_t>(x)];
      to[column.i0] += column.w0 * from[x];
      if (column.two) to[column.i0 + 1] += column.w1 * from[x];
    }
  }
}

void ForwardPlane(const Axes& axes, const double* src, double* dst,
                  Scratch* scratch) {
  const int64_t width = axes.w.in;
  std::vector<double>& blended = scratch->panel;
  blended.resize(static_cast<size_t>(width));
  for (int64_t y = 0; y < axes.h.out; ++y) {
    const Taps& row = axes.h.rows[static_cast<size_t>(y)];
    std::fill(blended.begin(), blended.end(), 0.0);
    const double* from = src + row.i0 * width;
    AddScaled(row.w0, from, width, blended.data());
    if (row.two) AddScaled(row.w1, from + width, width, blended.data());
    for (int64_t x = 0; x < axes.w.out; ++x) {
      const Taps& column = axes.w.rows[static_cast<size_t>(x)];
      const double* at = blended.data() + column.i0;
      dst[y * axes.w.out + x] =
          column.w0 * at[0] + (column.two ? column.w1 * at[1] : 0.0);
    }
  }
}

void EvaluatePlane(Direction direction, const Axes& axes,
                   const std::vector<double>& src, Truth* truth,
                   Scratch* scratch) {
  const bool backward = direction == Direction::kBackward;
  const int64_t size =
      backward ? axes.h.in * axes.w.in : axes.h.out * axes.w.out;
  const auto evaluate = backward ? BackwardPlane : ForwardPlane;
  truth->value.resize(static_cast<size_t>(size));
  truth->magnitude.resize(static_cast<size_t>(size));
  evaluate(axes, src.data(), truth->value.data(), scratch);
  // All weights are >= 0: the magnitudes are the result for |src|.
  std::vector<double>& absolute = scratch->absolute;
  absolute.resize(src.size());
  std::transform(src.begin(), src.end(), absolute.begin(),
                 [](double value) { return std::abs(value); });
  evaluate(axes, absolute.data(), truth->magnitude.data(), scratch);
}

std::vector<double> Evaluate(const Problem& problem,
                             const std::vector<double>& src) {
  const Axes axes = MakeAxes(problem);
  const bool backward = problem.direction == Direction::kBackward;
  const int64_t in_plane = problem.in_h * problem.in_w;
  const int64_t out_plane = problem.out_h * problem.out_w;
  const int64_t src_plane = backward ? out_plane : in_plane;
  const int64_t dst_plane = backward ? in_plane : out_plane;
  const auto evaluate = backward ? BackwardPlane : ForwardPlane;
  const int64_t planes = problem.n * problem.c;
  std::vector<double> dst(static_cast<size_t>(planes * dst_plane));
  Scratch scratch;
  for (int64_t p = 0; p < planes; ++p) {
    evaluate(axes, src.data() + p * src_plane, dst.data() + p * dst_plane,
             &scratch);
  }
  return dst;
}

}  // namespace backlerp::test
