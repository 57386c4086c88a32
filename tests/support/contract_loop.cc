// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/contract_loop.h"

#include <cmath>

#include "tests/support/element.h"
#include "tests/support/slow_reference.h"

namespace backlerp::test {
namespace {

// T is the type of every weight and sum.
template <typename T>
class Plane {
 public:
  explicit Plane(const Problem& problem) : axes_(MakeAxes(problem)) {}

  std::vector<T> Backward(const T* grad_out) const {
    const int64_t width = axes_.w.out;
    std::vector<T> panel(static_cast<size_t>(axes_.h.in * width), T{0});
    for (int64_t y = 0; y < axes_.h.out; ++y) {
      for (int64_t x = 0; x < width; ++x) {
        const T value = grad_out[y * width + x];
        Spread(axes_.h, y, value, panel.data() + x, width);
      }
    }
    std::vector<T> grad_in(static_cast<size_t>(axes_.h.in * axes_.w.in), T{0});
    for (int64_t i = 0; i < axes_.h.in; ++i) {
      for (int64_t x = 0; x < width; ++x) {
        const T value = panel[static_cast<size_t>(i * width + x)];
        Spread(axes_.w, x, value, grad_in.data() + i * axes_.w.in, 1);
      }
    }
    return grad_in;
  }

  std::vector<T> Forward(const T* src) const {
    const int64_t width = axes_.w.in;
    std::vector<T> dst;
    std::vector<T> row(static_cast<size_t>(width));
    for (int64_t y = 0; y < axes_.h.out; ++y) {
      for (int64_t x = 0; x < width; ++x) {
        row[static_cast<size_t>(x)] = Blend(axes_.h, y, src + x, width);
      }
      for (int64_t x = 0; x < axes_.w.out; ++x) {
        dst.push_back(Blend(axes_.w, x, row.data(), 1));
      }
    }
    return dst;
  }

 private:
  static const Taps& Row(const Axis& axis, int64_t out) {
    return axis.rows[static_cast<size_t>(out)];
  }

  // Outputs come in ascending order, so each sum grows in ascending order.
  static void Spread(const Axis& axis, int64_t out, T value, T* sums,
                     int64_t stride) {
    const Taps& taps = Row(axis, out);
    T& first = sums[taps.i0 * stride];
    first = std::fma(static_cast<T>(taps.w0), value, first);
    if (!taps.two) return;
    T& second = sums[(taps.i0 + 1) * stride];
    second = std::fma(static_cast<T>(taps.w1), value, second);
  }

  static T Blend(const Axis& axis, int64_t out, const T* values,
                 int64_t stride) {
    const Taps& taps = Row(axis, out);
    const T first = static_cast<T>(taps.w0) * values[taps.i0 * stride];
    if (!taps.two) return first;
    return std::fma(static_cast<T>(taps.w1), values[(taps.i0 + 1) * stride],
                    first);
  }

  Axes axes_;
};

template <typename T>
std::vector<std::byte> Run(const Problem& problem,
                           const std::vector<std::byte>& src) {
  const bool backward = problem.direction == Direction::kBackward;
  const int64_t src_plane =
      backward ? problem.out_h * problem.out_w : problem.in_h * problem.in_w;
  const std::vector<double> wide = DecodeAll(problem.dtype, src);
  const std::vector<T> values(wide.begin(), wide.end());
  const Plane<T> plane(problem);
  std::vector<double> result;
  for (int64_t p = 0; p < problem.n * problem.c; ++p) {
    const T* from = values.data() + p * src_plane;
    const std::vector<T> one =
        backward ? plane.Backward(from) : plane.Forward(from);
    result.insert(result.end(), one.begin(), one.end());
  }
  return EncodeAll(problem.dtype, result);  // rounds, and makes NaN canonical
}

}  // namespace

std::vector<std::byte> EvaluateByContract(const Problem& problem,
                                          const std::vector<std::byte>& src) {
  const Axes axes = MakeAxes(problem);
  if (axes.h.identity && axes.w.identity) return src;
  return problem.dtype == DataType::kFloat64 ? Run<double>(problem, src)
                                             : Run<float>(problem, src);
}

}  // namespace backlerp::test
