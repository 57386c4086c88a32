// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// NumPy's arrays.

#ifndef BACKLERP_PYTHON_SRC_NUMPY_ARRAY_H_
#define BACKLERP_PYTHON_SRC_NUMPY_ARRAY_H_

#include <nanobind/nanobind.h>

#include "array.h"

namespace backlerp::python {

bool IsNumpyArray(nb::handle object);

// As ArrayOf. Through the buffer protocol: NumPy's DLPack has no bfloat16, and
// in old releases no read-only arrays.
Array ArrayOfNumpy(nb::handle object, Access access, const char* name);

// A new array in C order. `dtype` is NumPy's, or null: that of `type`, for
// which bfloat16 takes the package ml_dtypes.
nb::object NewNumpyArray(const Sizes4& sizes, nb::handle dtype, DataType type);

}  // namespace backlerp::python

#endif  // BACKLERP_PYTHON_SRC_NUMPY_ARRAY_H_
