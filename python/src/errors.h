// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Python's exceptions with a whole message, and objects as messages show them.

#ifndef BACKLERP_PYTHON_SRC_ERRORS_H_
#define BACKLERP_PYTHON_SRC_ERRORS_H_

#include <nanobind/nanobind.h>

#include <string>

namespace backlerp::python {

inline nanobind::builtin_exception ValueError(const std::string& message) {
  return nanobind::value_error(message.c_str());
}

inline nanobind::builtin_exception TypeError(const std::string& message) {
  return nanobind::type_error(message.c_str());
}

// repr(object) and str(object).
inline std::string Repr(nanobind::handle object) {
  return nanobind::repr(object).c_str();
}

inline std::string Str(nanobind::handle object) {
  return nanobind::str(nanobind::borrow(object)).c_str();
}

}  // namespace backlerp::python

#endif  // BACKLERP_PYTHON_SRC_ERRORS_H_
