// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "memory_view.h"

#include <bit>
#include <memory>
#include <string>

#include "errors.h"
#include "fmt/core.h"

namespace backlerp::python {
namespace {

// Formats are spelled as in Python's `struct`. Only the machine's own byte
// order is taken, whichever way it is written.
std::optional<DataType> TypeOfFormat(const char* format) {
  static_assert(std::endian::native == std::endian::little);
  std::string_view letters = format == nullptr ? "B" : format;
  if (!letters.empty() &&
      (letters[0] == '@' || letters[0] == '=' || letters[0] == '<')) {
    letters.remove_prefix(1);
  }
  if (letters == "e") return DataType::kFloat16;
  if (letters == "f") return DataType::kFloat32;
  if (letters == "d") return DataType::kFloat64;
  return std::nullopt;
}

struct ReleaseBuffer {
  void operator()(Py_buffer* buffer) const {
    PyBuffer_Release(buffer);
    delete buffer;
  }
};

std::shared_ptr<Py_buffer> BufferOf(nb::handle object) {
  auto buffer = std::make_unique<Py_buffer>();
  if (PyObject_GetBuffer(object.ptr(), buffer.get(), PyBUF_RECORDS_RO) != 0) {
    throw nb::python_error();
  }
  return {buffer.release(), ReleaseBuffer()};
}

int64_t InElements(int64_t bytes, int64_t element_bytes, const char* name) {
  if (bytes % element_bytes == 0) return bytes / element_bytes;
  throw ValueError(fmt::format(
      "{}: has a stride of {} bytes, expected a multiple of an element's {}",
      name, bytes, element_bytes));
}

}  // namespace

void CheckDimensions(int64_t dimensions, const char* name) {
  if (dimensions == 4) return;
  throw ValueError(
      fmt::format("{}: has {} dimensions, expected 4", name, dimensions));
}

Array ArrayOfBuffer(nb::handle object, Access access, const char* name,
                    std::optional<DataType> known_type) {
  const std::shared_ptr<Py_buffer> buffer = BufferOf(object);
  const auto dtype = known_type ? known_type : TypeOfFormat(buffer->format);
  if (!dtype) {
    throw TypeError(
        fmt::format("{}: has elements of the format \"{}\", {} in this "
                    "machine's byte order",
                    name, buffer->format == nullptr ? "B" : buffer->format,
                    kExpectedElements));
  }
  CheckDimensions(buffer->ndim, name);
  if (access == Access::kWrite && buffer->readonly != 0) {
    throw ValueError(
        fmt::format("{}: is read-only, expected a writable array", name));
  }
  Array array;
  array.data = buffer->buf;
  array.dtype = *dtype;
  for (size_t i = 0; i < 4; ++i) {
    array.sizes[i] = buffer->shape[i];
    array.strides[i] = InElements(buffer->strides[i], buffer->itemsize, name);
  }
  array.keep_alive = buffer;
  return array;
}

}  // namespace backlerp::python
