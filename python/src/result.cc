// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "result.h"

#include <nanobind/ndarray.h>

#include <cstddef>
#include <memory>
#include <new>

#include "backlerp/problem.h"
#include "errors.h"
#include "names.h"
#include "numpy_array.h"
#include "torch_tensor.h"

namespace backlerp::python {
namespace {

bool HasNamespace(nb::handle object) {
  return nb::hasattr(object, "__array_namespace__");
}

nb::dlpack::dtype DlpackType(DataType type) {
  const bool bfloat = type == DataType::kBFloat16;
  const auto code =
      bfloat ? nb::dlpack::dtype_code::Bfloat : nb::dlpack::dtype_code::Float;
  return {static_cast<uint8_t>(code), static_cast<uint8_t>(SizeOf(type) * 8),
          1};
}

// Memory of our own that any library can import, bfloat16 included.
Result NewMemory(DataType type, const Sizes4& sizes) {
  // Aligned as some libraries want it to import without a copy.
  constexpr std::align_val_t kAlign{64};
  size_t bytes = SizeOf(type);
  for (const int64_t size : sizes) {
    if (__builtin_mul_overflow(bytes, size, &bytes)) throw std::bad_alloc();
  }
  Result result;
  result.array.data = ::operator new(bytes, kAlign);
  const nb::capsule owner(result.array.data, [](void* data) noexcept {
    ::operator delete(data, kAlign);
  });
  result.array.dtype = type;
  result.array.sizes = sizes;
  result.array.strides = {sizes[1] * sizes[2] * sizes[3], sizes[2] * sizes[3],
                          sizes[3], 1};
  const size_t shape[] = {
      static_cast<size_t>(sizes[0]), static_cast<size_t>(sizes[1]),
      static_cast<size_t>(sizes[2]), static_cast<size_t>(sizes[3])};
  result.object = nb::cast(nb::ndarray<nb::array_api>(
      result.array.data, 4, shape, owner, result.array.strides.data(),
      DlpackType(type), nb::device::cpu::value));
  return result;
}

}  // namespace

Result NewResult(nb::handle like, const Array& like_array,
                 const Sizes4& sizes) {
  Result result;
  if (IsTorchTensor(like)) {
    result.object = NewTensor(sizes, like, like_array);
    result.array = ArrayOfRawTensor(result.object, "out");
    return result;
  }
  const bool numpy = IsNumpyArray(like);
  if (!numpy && HasNamespace(like)) return NewMemory(like_array.dtype, sizes);
  const nb::object dtype = numpy ? Get(like, Names().dtype) : nb::object();
  result.object = NewNumpyArray(sizes, dtype, like_array.dtype);
  result.array = ArrayOfNumpy(result.object, Access::kWrite, "out");
  return result;
}

nb::object Finished(nb::handle like, const Result& result) {
  if (IsTorchTensor(like) || IsNumpyArray(like) || !HasNamespace(like)) {
    return result.object;
  }
  return like.attr("__array_namespace__")().attr("from_dlpack")(result.object);
}

}  // namespace backlerp::python
