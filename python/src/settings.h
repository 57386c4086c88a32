// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Keyword arguments of Python's functions.

#ifndef BACKLERP_PYTHON_SRC_SETTINGS_H_
#define BACKLERP_PYTHON_SRC_SETTINGS_H_

#include <nanobind/nanobind.h>

#include "compute.h"

namespace backlerp::python {

// Throws nb::type_error or nb::value_error that name the argument.
Settings SettingsOf(Direction direction, nb::handle align_corners,
                    nb::handle scales, nb::handle layout, nb::handle threads,
                    nb::handle coordinates);

// The sizes that the scales give: floor(size * scale), as PyTorch has it.
// Throws nb::value_error where a scale is not given, or gives no size.
Sizes4 ScaledSizes(const Settings& settings, const Array& src);

DataType TypeNamed(nb::handle dtype);

Direction DirectionNamed(nb::handle direction);

}  // namespace backlerp::python

#endif  // BACKLERP_PYTHON_SRC_SETTINGS_H_
