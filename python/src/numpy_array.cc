// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "numpy_array.h"

#include <string>

#include "errors.h"
#include "fmt/core.h"
#include "memory_view.h"
#include "names.h"

namespace backlerp::python {
namespace {

// Looked up once, and kept for the life of the process.
struct Numpy {
  nb::object array_type;
  nb::object empty;
};

const Numpy& GetNumpy() {
  static const Numpy& numpy = *[] {
    const nb::module_ module = nb::module_::import_("numpy");
    return new Numpy{module.attr("ndarray"), module.attr("empty")};
  }();
  return numpy;
}

// The kinds of NumPy's own types; those that packages add have others, and
// cannot be in a buffer.
bool IsOfOwnType(nb::handle dtype) {
  return nb::cast<int>(nb::getattr(dtype, "isbuiltin")) != 2;
}

bool IsBFloat16(nb::handle dtype) {
  return Str(nb::object(dtype.attr("name"))) == "bfloat16";
}

}  // namespace

bool IsNumpyArray(nb::handle object) {
  return PyObject_TypeCheck(object.ptr(), reinterpret_cast<PyTypeObject*>(
                                              GetNumpy().array_type.ptr()));
}

Array ArrayOfNumpy(nb::handle object, Access access, const char* name) {
  const nb::object dtype = Get(object, Names().dtype);
  if (IsOfOwnType(dtype)) return ArrayOfBuffer(object, access, name);
  if (IsBFloat16(dtype)) {
    return ArrayOfBuffer(object.attr("view")("uint16"), access, name,
                         DataType::kBFloat16);
  }
  throw TypeError(fmt::format("{}: has elements of the type {}, {}", name,
                              Str(dtype), kExpectedElements));
}

nb::object NewNumpyArray(const Sizes4& sizes, nb::handle dtype, DataType type) {
  const nb::tuple shape =
      nb::make_tuple(sizes[0], sizes[1], sizes[2], sizes[3]);
  if (dtype.is_valid()) return GetNumpy().empty(shape, dtype);
  if (type != DataType::kBFloat16) {
    return GetNumpy().empty(shape, NameOf(type));
  }
  return GetNumpy().empty(shape,
                          nb::module_::import_("ml_dtypes").attr("bfloat16"));
}

}  // namespace backlerp::python
