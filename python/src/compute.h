// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// One call: arguments become a problem, the problem a plan, the plan a result.

#ifndef BACKLERP_PYTHON_SRC_COMPUTE_H_
#define BACKLERP_PYTHON_SRC_COMPUTE_H_

#include <nanobind/nanobind.h>

#include "array.h"
#include "backlerp/plan.h"
#include "backlerp/problem.h"

namespace backlerp::python {

// What a call has besides its arrays. Sizes and strides of `problem` are filled
// in from these.
struct Settings {
  Problem problem;
  bool channels_last = false;  // arrays are N, H, W, C instead of N, C, H, W
  int threads = 0;
};

// How messages call the arrays.
struct ArrayNames {
  const char* src;
  const char* dst;
};
ArrayNames NamesFor(Direction direction);

// The sizes of the result in the arrays' order. `size` are the two image sizes
// that are wanted, or all four.
Sizes4 ResultSizes(const Settings& settings, const Array& src, nb::handle size,
                   const char* size_name);

// The sizes and strides of both arrays in `settings.problem`. Checks that they
// fit together, and throws nb::value_error or nb::type_error.
Problem ProblemOf(const Settings& settings, const Array& src, const Array& dst);

// The result for `object`, seen as `src`, in `out`, or where that is None in a
// new array of the same library. `ready` as for Run.
nb::object Compute(const Settings& settings, nb::handle object,
                   const Array& src, const Sizes4& sizes, nb::handle out,
                   const Plan* ready = nullptr);

// Runs it, without the interpreter's lock. `ready` is a plan that differs from
// what is needed in strides at most; it serves where these are the same, and
// elsewhere the cache has or makes one. Throws nb::value_error or
// std::bad_alloc.
void Run(const Settings& settings, const Array& src, const Array& dst,
         const Plan* ready = nullptr);

// Throws what fits where `status` is an error, in the words of this package.
void ThrowIfError(const Status& status, Direction direction);

}  // namespace backlerp::python

#endif  // BACKLERP_PYTHON_SRC_COMPUTE_H_
