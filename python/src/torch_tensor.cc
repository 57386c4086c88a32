// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "torch_tensor.h"

#include <algorithm>
#include <string>

#include "errors.h"
#include "fmt/core.h"
#include "memory_view.h"
#include "names.h"

namespace backlerp::python {
namespace {

// Looked up once, and kept for the life of the process.
struct Torch {
  explicit Torch(nb::handle module)
      : tensor(module.attr("Tensor")),
        strided(module.attr("strided")),
        float16(module.attr("float16")),
        bfloat16(module.attr("bfloat16")),
        float32(module.attr("float32")),
        float64(module.attr("float64")),
        empty(module.attr("empty")),
        channels_last(module.attr("channels_last")) {}

  nb::object tensor, strided, float16, bfloat16, float32, float64, empty,
      channels_last;
};

// Null where the program has not imported PyTorch, or is about to.
const Torch* GetTorch() {
  static const Torch* torch = nullptr;
  if (torch != nullptr) return torch;
  const nb::object modules = nb::module_::import_("sys").attr("modules");
  const nb::object module = modules.attr("get")("torch");
  if (module.is_none() || !nb::hasattr(module, "channels_last") ||
      !nb::hasattr(module, "Tensor") || !nb::hasattr(module, "empty")) {
    return nullptr;
  }
  torch = new Torch(module);
  return torch;
}

DataType TypeOf(const Torch& torch, nb::handle dtype, const char* name) {
  if (dtype.is(torch.float32)) return DataType::kFloat32;
  if (dtype.is(torch.float16)) return DataType::kFloat16;
  if (dtype.is(torch.bfloat16)) return DataType::kBFloat16;
  if (dtype.is(torch.float64)) return DataType::kFloat64;
  throw TypeError(fmt::format("{}: has elements of the type {}, {}", name,
                              Str(dtype), kExpectedElements));
}

void CopySizes(nb::handle tuple, Sizes4* sizes) {
  for (size_t i = 0; i < 4; ++i) {
    (*sizes)[i] = PyLong_AsLongLong(
        PyTuple_GetItem(tuple.ptr(), static_cast<Py_ssize_t>(i)));
  }
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
}

void CheckMemory(const Torch& torch, nb::handle tensor, const char* name) {
  if (!Get(tensor, Names().layout).is(torch.strided)) {
    throw ValueError(
        fmt::format("{}: has the layout {}, expected torch.strided", name,
                    Str(Get(tensor, Names().layout))));
  }
  if (Get(tensor, Names().is_cpu).ptr() != Py_True) {
    throw ValueError(fmt::format("{}: lies on the device {}, expected the CPU",
                                 name, Str(nb::object(tensor.attr("device")))));
  }
  if (Call(tensor, Names().is_neg).ptr() == Py_True) {
    throw ValueError(fmt::format(
        "{}: is a view that negates on reading, expected resolve_neg() of it",
        name));
  }
}

// PyTorch's rule of when a tensor counts as channels_last: strides that do not
// decrease in the order C, W, H, N, each passing over what smaller ones span.
bool CountsAsChannelsLast(const Array& array) {
  int64_t least = 0;
  if (array.strides[1] == 0) return false;
  for (const size_t axis : {size_t{1}, size_t{3}, size_t{2}, size_t{0}}) {
    const int64_t size = array.sizes[axis];
    const int64_t stride = array.strides[axis];
    if (size == 0 || stride < least) return false;
    // One image of one pixel is packed either way, and then is not.
    if (axis == 0 && least == array.strides[1]) return false;
    least = stride * std::max<int64_t>(size, 1);
  }
  return true;
}

}  // namespace

bool IsTorchTensor(nb::handle object) {
  const Torch* torch = GetTorch();
  return torch != nullptr &&
         PyObject_TypeCheck(object.ptr(), reinterpret_cast<PyTypeObject*>(
                                              torch->tensor.ptr()));
}

Array ArrayOfRawTensor(nb::handle tensor, const char* name) {
  const Torch* torch = GetTorch();
  if (torch == nullptr) throw TypeError(fmt::format("{}: no PyTorch", name));
  CheckMemory(*torch, tensor, name);
  Array array;
  array.dtype = TypeOf(*torch, Get(tensor, Names().dtype), name);
  const nb::object shape = Get(tensor, Names().shape);
  CheckDimensions(PyTuple_Size(shape.ptr()), name);
  CopySizes(shape, &array.sizes);
  CopySizes(Call(tensor, Names().stride), &array.strides);
  const nb::object address = Call(tensor, Names().data_ptr);
  array.data = PyLong_AsVoidPtr(address.ptr());
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  return array;
}

Array ArrayOfTensor(nb::handle tensor, const char* name) {
  if (Get(tensor, Names().requires_grad).ptr() == Py_True) {
    throw ValueError(fmt::format(
        "{}: requires a gradient, which would be lost here; expected a "
        "detached tensor (backlerp.torch works under autograd)",
        name));
  }
  return ArrayOfRawTensor(tensor, name);
}

nb::object NewTensor(const Sizes4& sizes, nb::handle like,
                     const Array& like_array) {
  const Torch& torch = *GetTorch();
  nb::dict options;
  options["dtype"] = Get(like, Names().dtype);
  options["device"] = "cpu";
  if (CountsAsChannelsLast(like_array)) {
    options["memory_format"] = torch.channels_last;
  }
  return torch.empty(nb::make_tuple(sizes[0], sizes[1], sizes[2], sizes[3]),
                     **options);
}

}  // namespace backlerp::python
