// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "array.h"

#include <nanobind/ndarray.h>

#include <string>
#include <utility>

#include "errors.h"
#include "fmt/core.h"
#include "memory_view.h"
#include "numpy_array.h"
#include "torch_tensor.h"

namespace backlerp::python {
namespace {

std::string TypeNameOf(nb::handle object) {
  return Str(nb::type_name(object.type()));
}

bool IsDlpackType(nb::dlpack::dtype dtype, nb::dlpack::dtype_code code,
                  int bits) {
  return dtype.code == static_cast<uint8_t>(code) && dtype.bits == bits &&
         dtype.lanes == 1;
}

DataType TypeOfDlpack(nb::dlpack::dtype dtype, const char* name) {
  using Code = nb::dlpack::dtype_code;
  if (IsDlpackType(dtype, Code::Bfloat, 16)) return DataType::kBFloat16;
  if (IsDlpackType(dtype, Code::Float, 16)) return DataType::kFloat16;
  if (IsDlpackType(dtype, Code::Float, 32)) return DataType::kFloat32;
  if (IsDlpackType(dtype, Code::Float, 64)) return DataType::kFloat64;
  throw TypeError(
      fmt::format("{}: has elements of DLPack's type {} with {} "
                  "bits, {}",
                  name, dtype.code, dtype.bits, kExpectedElements));
}

void CheckOnCpu(nb::handle object, const char* name) {
  if (!nb::hasattr(object, "__dlpack_device__")) return;
  const nb::object device = object.attr("__dlpack_device__")();
  const nb::object type_object = device[0];
  // An int, or an enumerator that is one.
  const int type = nb::cast<int>(nb::int_(type_object));
  // Page-locked memory of a GPU's driver is memory of the CPU.
  if (type == nb::device::cpu::value || type == nb::device::cuda_host::value) {
    return;
  }
  throw ValueError(
      fmt::format("{}: lies on a device of DLPack's type {}, expected the CPU",
                  name, type));
}

// `Tensor` says whether memory is asked for that may be written.
template <typename Tensor>
Array ArrayOfDlpack(nb::handle object, Access access, const char* name) {
  CheckOnCpu(object, name);
  Tensor tensor;
  if (!nb::try_cast(nb::borrow(object), tensor, /*convert=*/false)) {
    throw ValueError(fmt::format(
        "{}: is a {} that lends no memory for {}", name, TypeNameOf(object),
        access == Access::kRead ? "reading" : "writing"));
  }
  Array array;
  array.data = const_cast<void*>(static_cast<const void*>(tensor.data()));
  array.dtype = TypeOfDlpack(tensor.dtype(), name);
  CheckDimensions(static_cast<int64_t>(tensor.ndim()), name);
  for (size_t i = 0; i < 4; ++i) {
    array.sizes[i] = static_cast<int64_t>(tensor.shape(i));
    array.strides[i] = tensor.stride(i);
  }
  array.keep_alive = std::make_shared<Tensor>(std::move(tensor));
  return array;
}

}  // namespace

Array ArrayOf(nb::handle object, Access access, const char* name) {
  if (IsNumpyArray(object)) return ArrayOfNumpy(object, access, name);
  if (IsTorchTensor(object)) return ArrayOfTensor(object, name);
  if (nb::hasattr(object, "__dlpack__")) {
    return access == Access::kRead
               ? ArrayOfDlpack<nb::ndarray<nb::ro>>(object, access, name)
               : ArrayOfDlpack<nb::ndarray<>>(object, access, name);
  }
  if (PyObject_CheckBuffer(object.ptr()) != 0) {
    return ArrayOfBuffer(object, access, name);
  }
  throw TypeError(fmt::format(
      "{}: is a {}, expected an array: NumPy's, PyTorch's, or one that exports "
      "DLPack or the buffer protocol",
      name, TypeNameOf(object)));
}

}  // namespace backlerp::python
