// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// How far two tensors of one shape are apart. No I/O.

#ifndef BACKLERP_SRC_CLI_COMPARE_H_
#define BACKLERP_SRC_CLI_COMPARE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "backlerp/problem.h"
#include "cli/tensor_file.h"

namespace backlerp::cli {

// b is the reference. A pair of numbers is within if
//   |a - b| <= atol + rtol * |b|
// Two NaNs at the same place are equal, whatever their bits; a NaN and a number
// are beyond any tolerance. An infinity equals itself, and is beyond any
// tolerance of everything else. 0 and -0 are equal.
struct Tolerance {
  double atol = 0;
  double rtol = 0;
};

struct Pair {
  int64_t index = -1;  // in C order
  double a = 0;
  double b = 0;
};

// A largest value, and where it was met first; index -1 for nowhere.
template <typename T>
struct Largest {
  T value = 0;
  int64_t index = -1;
};

struct Comparison {
  int64_t elements = 0;
  int64_t beyond = 0;   // of the tolerance
  int64_t unequal = 0;  // pairs that are not equal, within or not
  // Over the pairs of finite numbers; the relative error where b is not 0.
  Largest<double> max_abs;
  Largest<double> max_rel;    // |a - b| / |b|
  Largest<uint64_t> max_ulp;  // steps from a to b in the type of a
  int64_t nans_a = 0;
  int64_t nans_b = 0;
  int64_t nans_apart = 0;  // in one only
  int64_t infs_a = 0;
  int64_t infs_b = 0;
  int64_t infs_apart = 0;  // against another number
  // The unequal pairs with the largest |a - b|, largest first; not finite ones
  // come before all others, and of equal ones the first.
  std::vector<Pair> worst;
};

struct CompareOptions {
  Tolerance tolerance;
  size_t worst = 3;  // how many to keep
};

// `a` and `b` have one shape; types and strides may differ. `done` is told the
// number of elements so far, now and then.
Comparison Compare(const TensorView& a, const TensorView& b,
                   const CompareOptions& options,
                   const std::function<void(int64_t)>& done);

// The place of an element in a tensor of this shape.
std::vector<int64_t> PlaceOf(int64_t index, std::span<const int64_t> shape);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_COMPARE_H_
