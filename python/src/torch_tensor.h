// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// PyTorch's tensors. The package does not need PyTorch: it takes notice of it
// only where the program has imported it.

#ifndef BACKLERP_PYTHON_SRC_TORCH_TENSOR_H_
#define BACKLERP_PYTHON_SRC_TORCH_TENSOR_H_

#include <nanobind/nanobind.h>

#include "array.h"

namespace backlerp::python {

bool IsTorchTensor(nb::handle object);

// As ArrayOf, for a tensor outside of autograd. Tensors are asked for address
// and strides instead of DLPack, which takes PyTorch microseconds.
Array ArrayOfTensor(nb::handle tensor, const char* name);

// As ArrayOf, for a tensor below autograd: requires_grad has no say there.
Array ArrayOfRawTensor(nb::handle tensor, const char* name);

// A new tensor of these sizes and the type of `like`, in the memory format that
// PyTorch's own upsampling gives its result for an input like `like`.
nb::object NewTensor(const Sizes4& sizes, nb::handle like,
                     const Array& like_array);

}  // namespace backlerp::python

#endif  // BACKLERP_PYTHON_SRC_TORCH_TENSOR_H_
