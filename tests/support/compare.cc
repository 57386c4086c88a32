// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "fmt/core.h"
#include "tests/support/element.h"

namespace backlerp::test {
namespace {

std::vector<int64_t> TapsOf(Direction direction, const Axis& axis) {
  return direction == Direction::kBackward ? BackwardTaps(axis)
                                           : ForwardTaps(axis);
}

std::string Position(int64_t index, const std::array<int64_t, 4>& dims) {
  const int64_t w = index % dims[3];
  const int64_t h = index / dims[3] % dims[2];
  const int64_t c = index / (dims[3] * dims[2]) % dims[1];
  const int64_t n = index / (dims[3] * dims[2] * dims[1]);
  return fmt::format("[n={}, c={}, h={}, w={}]", n, c, h, w);
}

std::string Shown(DataType dtype, uint64_t bits) {
  return fmt::format("{} (bits {:#x})", Decode(dtype, bits), bits);
}

}  // namespace

ErrorBound::ErrorBound(Direction direction, DataType dtype, const Axes& axes)
    : dtype_(dtype),
      rows_(TapsOf(direction, axes.h)),
      columns_(TapsOf(direction, axes.w)) {}

double ErrorBound::At(int64_t h, int64_t w, double value,
                      double magnitude) const {
  const auto terms = static_cast<double>(rows_[static_cast<size_t>(h)] +
                                         columns_[static_cast<size_t>(w)] + 4);
  const double sums = terms * 0x1p-24 * magnitude;
  const bool half =
      dtype_ == DataType::kFloat16 || dtype_ == DataType::kBFloat16;
  if (!half) return sums;
  return sums + 0.5 * UlpOf(dtype_, std::abs(value) + sums);
}

void PlaneReport::Compare(const ErrorBound& bound, const Truth& truth,
                          const double* actual) {
  total_ += bound.height() * bound.width();
  size_t index = 0;
  for (int64_t h = 0; h < bound.height(); ++h) {
    for (int64_t w = 0; w < bound.width(); ++w, ++index) {
      const double expected = truth.value[index];
      // Most elements of dyadic cases are exact: no bound to compute.
      if (actual[index] == expected) continue;
      Note({h, w, actual[index], expected,
            bound.At(h, w, expected, truth.magnitude[index])});
    }
  }
}

void PlaneReport::Note(const Element& element) {
  const double error = std::abs(element.actual - element.expected);
  if (!(error <= element.bound)) ++outside_;
  if (error <= worst_ * element.bound) return;
  worst_ = std::isnan(error) ? INFINITY : error / element.bound;
  worst_element_ = element;
}

std::string PlaneReport::Describe() const {
  if (worst_ == 0) return fmt::format("all {} elements exact", total_);
  const Element& e = worst_element_;
  return fmt::format(
      "[h={}, w={}]: got {:.9g}, expected {:.9g}, off by {:.3g} = {:.3g} "
      "bounds of {:.3g}; {} of {} elements outside",
      e.h, e.w, e.actual, e.expected, std::abs(e.actual - e.expected), worst_,
      e.bound, outside_, total_);
}

testing::AssertionResult SameBits(DataType dtype,
                                  const std::array<int64_t, 4>& dims,
                                  const std::vector<std::byte>& actual,
                                  const std::vector<std::byte>& expected) {
  if (actual.size() != expected.size()) {
    return testing::AssertionFailure()
           << actual.size() << " bytes instead of " << expected.size();
  }
  if (actual == expected) return testing::AssertionSuccess();
  const auto size = static_cast<int64_t>(actual.size() / FormatOf(dtype).bytes);
  int64_t first = -1;
  int64_t different = 0;
  for (int64_t i = 0; i < size; ++i) {
    const bool same = LoadBits(dtype, actual.data(), i) ==
                      LoadBits(dtype, expected.data(), i);
    if (same) continue;
    if (first < 0) first = i;
    ++different;
  }
  return testing::AssertionFailure()
         << Position(first, dims) << ": got "
         << Shown(dtype, LoadBits(dtype, actual.data(), first)) << ", expected "
         << Shown(dtype, LoadBits(dtype, expected.data(), first)) << "; "
         << different << " of " << size << " elements differ";
}

}  // namespace backlerp::test
