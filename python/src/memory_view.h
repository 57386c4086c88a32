// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Arrays behind Python's buffer protocol.

#ifndef BACKLERP_PYTHON_SRC_MEMORY_VIEW_H_
#define BACKLERP_PYTHON_SRC_MEMORY_VIEW_H_

#include <nanobind/nanobind.h>

#include <optional>

#include "array.h"

namespace backlerp::python {

inline constexpr const char* kExpectedElements =
    "expected float16, bfloat16, float32 or float64";

void CheckDimensions(int64_t dimensions, const char* name);

// As ArrayOf. The elements' type is what the buffer says, or `known_type`.
Array ArrayOfBuffer(nb::handle object, Access access, const char* name,
                    std::optional<DataType> known_type = std::nullopt);

}  // namespace backlerp::python

#endif  // BACKLERP_PYTHON_SRC_MEMORY_VIEW_H_
