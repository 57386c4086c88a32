// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// New arrays for results, of the library whose array was given.

#ifndef BACKLERP_PYTHON_SRC_RESULT_H_
#define BACKLERP_PYTHON_SRC_RESULT_H_

#include <nanobind/nanobind.h>

#include "array.h"

namespace backlerp::python {

// Memory to write to, and the object that owns it.
struct Result {
  Array array;
  nb::object object;
};

// A new array of these sizes and the type of `like`: a tensor for a tensor, for
// everything else memory in C order.
Result NewResult(nb::handle like, const Array& like_array, const Sizes4& sizes);

// The result as an array of the library of `like`. A library that is neither
// NumPy nor PyTorch imports the written memory through the array API standard's
// from_dlpack; where it has no such namespace, NumPy's array is the answer.
nb::object Finished(nb::handle like, const Result& result);

}  // namespace backlerp::python

#endif  // BACKLERP_PYTHON_SRC_RESULT_H_
