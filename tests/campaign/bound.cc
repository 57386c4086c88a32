// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/campaign/bound.h"

#include <algorithm>
#include <cmath>

#include "fmt/core.h"
#include "tests/support/element.h"

namespace backlerp::test {
namespace {

int64_t MostTaps(Direction direction, const Axis& axis) {
  const auto taps = direction == Direction::kBackward ? BackwardTaps(axis)
                                                      : ForwardTaps(axis);
  return *std::max_element(taps.begin(), taps.end());
}

// What the bound of ErrorBound has to be multiplied by.
double FactorOf(const Problem& problem, const Axes& axes) {
  if (problem.dtype == DataType::kFloat64) return 0x1p-28;
  // (n + 2) u covers n u / (1 - n u) for n up to 5791 only.
  const auto n = static_cast<double>(MostTaps(problem.direction, axes.h) +
                                     MostTaps(problem.direction, axes.w) + 2);
  return n <= 5791 ? 1 : 1 / (1 - n * 0x1p-24);
}

// From here on a result rounds to infinity.
double OverflowOf(DataType dtype) {
  const FloatFormat& format = FormatOf(dtype);
  return std::ldexp(2 - std::ldexp(1, -format.digits), format.largest - 1);
}

std::vector<double> DecodePlane(DataType dtype,
                                const std::vector<std::byte>& packed,
                                int64_t plane, int64_t elements) {
  std::vector<double> values(static_cast<size_t>(elements));
  const auto offset =
      static_cast<size_t>(plane * elements) * FormatOf(dtype).bytes;
  DecodeRow(dtype, packed.data() + offset, elements, values.data());
  return values;
}

}  // namespace

BoundCheck::BoundCheck(const Problem& problem)
    : problem_(problem),
      axes_(MakeAxes(problem)),
      bound_(problem.direction, problem.dtype, axes_),
      factor_(FactorOf(problem, axes_)) {}

std::string BoundCheck::Compare(const std::vector<std::byte>& src,
                                const std::vector<std::byte>& dst) const {
  constexpr int64_t kElements = 1 << 17;
  const int64_t in = problem_.in_h * problem_.in_w;
  const int64_t out = problem_.out_h * problem_.out_w;
  const bool backward = problem_.direction == Direction::kBackward;
  const int64_t planes = problem_.n * problem_.c;
  const int64_t looked_at =
      std::clamp<int64_t>(kElements / (in + out), 1, planes);
  const int64_t step = (planes + looked_at - 1) / looked_at;
  Truth truth;
  Scratch scratch;
  // From the last one down: the first is the likeliest to be right.
  for (int64_t plane = planes - 1; plane >= 0; plane -= step) {
    EvaluatePlane(problem_.direction, axes_,
                  DecodePlane(problem_.dtype, src, plane, backward ? out : in),
                  &truth, &scratch);
    std::string fault = ComparePlane(
        plane, truth,
        DecodePlane(problem_.dtype, dst, plane, backward ? in : out));
    if (!fault.empty()) return fault;
  }
  return "";
}

std::string BoundCheck::ComparePlane(int64_t plane, const Truth& truth,
                                     const std::vector<double>& actual) const {
  size_t index = 0;
  for (int64_t h = 0; h < bound_.height(); ++h) {
    for (int64_t w = 0; w < bound_.width(); ++w, ++index) {
      const double expected = truth.value[index];
      if (Within(h, w, actual[index], expected, truth.magnitude[index])) {
        continue;
      }
      return fmt::format(
          "[plane={}, h={}, w={}]: got {:.17g}, expected {:.17g} within {:.3g}",
          plane, h, w, actual[index], expected,
          factor_ * bound_.At(h, w, expected, truth.magnitude[index]));
    }
  }
  return "";
}

bool BoundCheck::Within(int64_t h, int64_t w, double actual, double expected,
                        double magnitude) const {
  if (actual == expected) return true;
  const double bound = factor_ * bound_.At(h, w, expected, magnitude);
  if (std::abs(actual - expected) <= bound) return true;
  return std::isinf(actual) && (actual > 0) == (expected > 0) &&
         std::abs(expected) + bound >= OverflowOf(problem_.dtype);
}

}  // namespace backlerp::test
