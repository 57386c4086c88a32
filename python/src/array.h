// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Arrays of Python libraries, seen as memory with sizes and strides.

#ifndef BACKLERP_PYTHON_SRC_ARRAY_H_
#define BACKLERP_PYTHON_SRC_ARRAY_H_

#include <nanobind/nanobind.h>

#include <array>
#include <cstdint>
#include <memory>

#include "backlerp/problem.h"

namespace backlerp::python {

namespace nb = nanobind;

using Sizes4 = std::array<int64_t, 4>;

// A 4-D array on the CPU. `keep_alive` owns the memory, or what lends it; the
// object that was seen must stay alive too.
struct Array {
  void* data = nullptr;
  DataType dtype = DataType::kFloat32;
  Sizes4 sizes = {};
  Sizes4 strides = {};  // in elements, in the order of `sizes`
  std::shared_ptr<void> keep_alive;
};

enum class Access { kRead, kWrite };

// Sees `object` as an Array without copying: a NumPy array, a torch.Tensor, or
// anything else that exports DLPack or the buffer protocol. `name` is the
// argument's name in messages. Throws
//   nb::type_error   not an array, or one of other elements than float16,
//                    bfloat16, float32 and float64
//   nb::value_error  not on the CPU, not 4-D, not strided memory of whole
//                    elements, read-only where it is to be written, or a tensor
//                    whose gradient would be lost
Array ArrayOf(nb::handle object, Access access, const char* name);

}  // namespace backlerp::python

#endif  // BACKLERP_PYTHON_SRC_ARRAY_H_
