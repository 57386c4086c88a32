// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Tensors in files: .npy, or raw elements in C order (.bin), from disk or from
// the standard streams.

#ifndef BACKLERP_SRC_CLI_TENSOR_FILE_H_
#define BACKLERP_SRC_CLI_TENSOR_FILE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backlerp/problem.h"
#include "cli/input_file.h"
#include "cli/output_file.h"

namespace backlerp::cli {

// What the command line says about the contents of an input.
struct TensorHints {
  std::optional<DataType> dtype;
  std::vector<int64_t> shape;  // empty: not said
  // dtype is for files that do not say their type, and those that do may say
  // another one.
  bool dtype_is_default = false;
};

// Elements of any rank where they lie; strides count elements.
struct TensorView {
  DataType dtype = DataType::kFloat32;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
  const std::byte* data = nullptr;
};

class InputTensor {
 public:
  // A name that ends in .bin, or "-" or another name together with a shape, is
  // raw; everything else is .npy. Throws Failure: kBadInput for contents that
  // are not what they should be, kIoError from the file.
  InputTensor(const std::string& path, const TensorHints& hints);

  const std::string& name() const { return name_; }
  const TensorView& view() const { return view_; }
  int64_t elements() const;
  bool is_npy() const { return is_npy_; }
  // How a .npy file of the same type names it.
  const std::string& descr() const { return descr_; }

 private:
  void ReadNpy(const TensorHints& hints);
  void ReadRaw(const TensorHints& hints);
  void Repair(bool big_endian, size_t item_bytes, size_t data_bytes);

  std::string name_;
  InputFile file_;
  bool is_npy_ = false;
  std::string descr_;
  TensorView view_;
  std::vector<std::byte> repaired_;
};

// The distances of C order, the last axis varying fastest.
std::vector<int64_t> PackedStrides(const std::vector<int64_t>& shape);

// The file of a tensor in C order, with room for all of it. Nothing is written
// yet: `header`, which may be empty, has to be, and the elements.
struct TensorFile {
  std::string header;
  std::unique_ptr<OutputFile> file;
};

// .npy and .bin in the name decide the format, other names get that of `model`,
// which also gives the type.
TensorFile CreateTensorFile(const std::string& path, const InputTensor& model,
                            const std::vector<int64_t>& shape);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_TENSOR_FILE_H_
