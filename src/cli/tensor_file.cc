// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/tensor_file.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#include "base/checked.h"
#include "cli/element_type.h"
#include "cli/failure.h"
#include "cli/npy.h"
#include "fmt/core.h"
#include "fmt/ranges.h"

namespace backlerp::cli {
namespace {

static_assert(std::endian::native == std::endian::little,
              "files hold little-endian elements");

bool IsRaw(const std::string& path, const TensorHints& hints) {
  if (path.ends_with(".bin")) return true;
  return !hints.shape.empty() && !path.ends_with(".npy");
}

std::string DescrOf(DataType dtype) {
  switch (dtype) {
    case DataType::kFloat32:
      return "<f4";
    case DataType::kFloat16:
      return "<f2";
    case DataType::kBFloat16:
      return "<u2";
    case DataType::kFloat64:
      return "<f8";
  }
  return "";
}

// The type that a .npy file names by itself.
std::optional<DataType> TypeOf(const NpyHeader& header) {
  if (header.kind != 'f') return std::nullopt;
  if (header.item_bytes == 4) return DataType::kFloat32;
  if (header.item_bytes == 2) return DataType::kFloat16;
  if (header.item_bytes == 8) return DataType::kFloat64;
  return std::nullopt;
}

// NumPy has no bfloat16: it is stored as its bits, or by ml_dtypes as two bytes
// of no type.
bool MayBeBFloat16(const NpyHeader& header) {
  return header.item_bytes == 2 && (header.kind == 'u' || header.kind == 'V');
}

DataType ChooseType(const std::string& name, const NpyHeader& header,
                    const TensorHints& hints) {
  const std::optional<DataType> own = TypeOf(header);
  if (own) {
    if (hints.dtype && *hints.dtype != *own && !hints.dtype_is_default) {
      FailBadInput(name, fmt::format("holds {}, but --dtype says {}",
                                     NameOf(*own), NameOf(*hints.dtype)));
    }
    return *own;
  }
  if (!MayBeBFloat16(header)) {
    FailBadInput(name, fmt::format("holds elements of type \"{}\", expected "
                                   "float16, float32 or float64, or bfloat16 "
                                   "as uint16",
                                   header.descr));
  }
  if (hints.dtype != DataType::kBFloat16) {
    FailBadInput(name, fmt::format("holds elements of type \"{}\"; if they are "
                                   "bfloat16, say --dtype bf16",
                                   header.descr));
  }
  return DataType::kBFloat16;
}

// nullopt where 64 bits do not count them. An axis of 0 does not excuse others
// whose product overflows: it is that of strides.
Checked BytesOf(DataType dtype, const std::vector<int64_t>& shape) {
  Checked bytes = static_cast<int64_t>(SizeOf(dtype));
  bool is_empty = false;
  for (const int64_t size : shape) {
    is_empty = is_empty || size == 0;
    bytes = CheckedMul(bytes, std::max<int64_t>(size, 1));
  }
  return bytes && is_empty ? 0 : bytes;
}

std::vector<int64_t> FortranStrides(const std::vector<int64_t>& shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    strides[i] = stride;
    stride *= std::max<int64_t>(shape[i], 1);
  }
  return strides;
}

}  // namespace

InputTensor::InputTensor(const std::string& path, const TensorHints& hints)
    : name_(path == "-" ? "standard input" : path), file_(path) {
  if (IsRaw(path, hints)) {
    ReadRaw(hints);
  } else {
    ReadNpy(hints);
  }
}

int64_t InputTensor::elements() const {
  int64_t count = 1;
  for (const int64_t size : view_.shape) count *= size;
  return count;
}

void InputTensor::ReadNpy(const TensorHints& hints) {
  NpyHeader header;
  const Status status = ParseNpy(file_.bytes(), &header);
  if (!status.ok()) FailBadInput(name_, status.message());
  if (!hints.shape.empty() && hints.shape != header.shape) {
    FailBadInput(name_, fmt::format("has the shape [{}], but --shape says [{}]",
                                    fmt::join(header.shape, ", "),
                                    fmt::join(hints.shape, ", ")));
  }
  is_npy_ = true;
  view_.dtype = ChooseType(name_, header, hints);
  descr_ = header.kind == 'V' ? header.descr : DescrOf(view_.dtype);
  view_.shape = header.shape;
  view_.strides = header.fortran_order ? FortranStrides(header.shape)
                                       : PackedStrides(header.shape);
  view_.data = file_.bytes().data() + header.data_offset;
  Repair(header.big_endian && header.kind != 'V', header.item_bytes,
         header.data_bytes);
}

// Bytes in the other order, or at addresses that no element has, are put right
// in a copy. Such files are rare; they take memory.
void InputTensor::Repair(bool big_endian, size_t item_bytes,
                         size_t data_bytes) {
  const bool aligned =
      reinterpret_cast<uintptr_t>(view_.data) % item_bytes == 0;
  if (aligned && !big_endian) return;
  repaired_.assign(view_.data, view_.data + data_bytes);
  if (big_endian) {
    for (auto item = repaired_.begin(); item != repaired_.end();
         item += static_cast<ptrdiff_t>(item_bytes)) {
      std::reverse(item, item + static_cast<ptrdiff_t>(item_bytes));
    }
  }
  view_.data = repaired_.data();
}

void InputTensor::ReadRaw(const TensorHints& hints) {
  if (hints.shape.empty()) {
    FailBadInput(name_, "is a raw file, which needs --shape");
  }
  view_.dtype = hints.dtype.value_or(DataType::kFloat32);
  descr_ = DescrOf(view_.dtype);
  const Checked bytes = BytesOf(view_.dtype, hints.shape);
  const size_t there = file_.bytes().size();
  if (!bytes || static_cast<size_t>(*bytes) != there) {
    FailBadInput(
        name_,
        fmt::format(
            "has {} bytes, but [{}] elements of {} are {}", there,
            fmt::join(hints.shape, ", "), NameOf(view_.dtype),
            bytes ? std::to_string(*bytes) : "more than 64 bits can count"));
  }
  view_.shape = hints.shape;
  view_.strides = PackedStrides(hints.shape);
  view_.data = file_.bytes().data();
}

std::vector<int64_t> PackedStrides(const std::vector<int64_t>& shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= std::max<int64_t>(shape[i], 1);
  }
  return strides;
}

TensorFile CreateTensorFile(const std::string& path, const InputTensor& model,
                            const std::vector<int64_t>& shape) {
  const bool is_npy =
      path.ends_with(".npy") || (!path.ends_with(".bin") && model.is_npy());
  TensorFile result;
  result.header = is_npy ? FormatNpy(model.descr(), shape) : std::string();
  const Checked bytes = CheckedAdd(BytesOf(model.view().dtype, shape),
                                   static_cast<int64_t>(result.header.size()));
  if (!bytes) {
    FailBadInput(path, fmt::format("[{}] elements are more bytes than 64 bits "
                                   "can count",
                                   fmt::join(shape, ", ")));
  }
  result.file = std::make_unique<OutputFile>(path, static_cast<size_t>(*bytes));
  return result;
}

}  // namespace backlerp::cli
