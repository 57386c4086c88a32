// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Names of Python attributes, made once: looking up by a C string makes a new
// Python string each time, which small problems feel.

#ifndef BACKLERP_PYTHON_SRC_NAMES_H_
#define BACKLERP_PYTHON_SRC_NAMES_H_

#include <nanobind/nanobind.h>

namespace backlerp::python {

struct AttributeNames {
  PyObject* data_ptr = PyUnicode_InternFromString("data_ptr");
  PyObject* dtype = PyUnicode_InternFromString("dtype");
  PyObject* is_cpu = PyUnicode_InternFromString("is_cpu");
  PyObject* is_neg = PyUnicode_InternFromString("is_neg");
  PyObject* layout = PyUnicode_InternFromString("layout");
  PyObject* requires_grad = PyUnicode_InternFromString("requires_grad");
  PyObject* shape = PyUnicode_InternFromString("shape");
  PyObject* stride = PyUnicode_InternFromString("stride");
};

inline const AttributeNames& Names() {
  static const AttributeNames& names = *new AttributeNames;
  return names;
}

// object.name and object.name(), or Python's exception thrown.
inline nanobind::object Get(nanobind::handle object, PyObject* name) {
  PyObject* value = PyObject_GetAttr(object.ptr(), name);
  if (value == nullptr) throw nanobind::python_error();
  return nanobind::steal(value);
}

inline nanobind::object Call(nanobind::handle object, PyObject* name) {
  PyObject* value = PyObject_CallMethodObjArgs(object.ptr(), name, nullptr);
  if (value == nullptr) throw nanobind::python_error();
  return nanobind::steal(value);
}

}  // namespace backlerp::python

#endif  // BACKLERP_PYTHON_SRC_NAMES_H_
