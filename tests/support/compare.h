// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Comparisons whose failures say where, by how much and how to repeat them.

#ifndef BACKLERP_TESTS_SUPPORT_COMPARE_H_
#define BACKLERP_TESTS_SUPPORT_COMPARE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "backlerp/problem.h"
#include "gtest/gtest.h"
#include "tests/support/slow_reference.h"

namespace backlerp::test {

// How far a result may be from the truth: for each element
//   (rows + columns + 4) * 2^-24 * sum |w| |g|
// with the numbers of rows and columns that contribute to it, and for the half
// types half an ulp of theirs in addition. The one place of this formula.
class ErrorBound {
 public:
  ErrorBound(Direction direction, DataType dtype, const Axes& axes);

  double At(int64_t h, int64_t w, double value, double magnitude) const;
  int64_t height() const { return static_cast<int64_t>(rows_.size()); }
  int64_t width() const { return static_cast<int64_t>(columns_.size()); }

 private:
  DataType dtype_;
  std::vector<int64_t> rows_;
  std::vector<int64_t> columns_;
};

// The elements of one plane that lie outside of the bound.
class PlaneReport {
 public:
  // Compares `actual` with `truth`, element by element; NaN is never within.
  void Compare(const ErrorBound& bound, const Truth& truth,
               const double* actual);
  int64_t outside() const { return outside_; }
  // The largest error so far as a part of its bound.
  double worst() const { return worst_; }
  // "[h=1, w=2]: got 3, expected 4, off by 1 = 17 bounds; 5 of 99 outside".
  std::string Describe() const;

 private:
  struct Element {
    int64_t h;
    int64_t w;
    double actual;
    double expected;
    double bound;
  };
  void Note(const Element& element);

  int64_t outside_ = 0;
  int64_t total_ = 0;
  double worst_ = 0;
  Element worst_element_{};
};

// Whether two arrays of n x c x h x w elements in NCHW order hold the same
// bits. `dims` only serves the message: it names the first difference, both
// values with their bits, and how many there are.
testing::AssertionResult SameBits(DataType dtype,
                                  const std::array<int64_t, 4>& dims,
                                  const std::vector<std::byte>& actual,
                                  const std::vector<std::byte>& expected);

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_SUPPORT_COMPARE_H_
