// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The header of NumPy's .npy files, format versions 1, 2 and 3. No I/O: bytes
// in, bytes out.

#ifndef BACKLERP_SRC_CLI_NPY_H_
#define BACKLERP_SRC_CLI_NPY_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backlerp/status.h"

namespace backlerp::cli {

struct NpyHeader {
  std::string descr;      // NumPy's name of the element type, such as "<f4"
  char kind = 'f';        // its letter: f, u, i, V, ...
  size_t item_bytes = 0;  // of one element; above 0
  bool big_endian = false;
  bool fortran_order = false;  // the first axis varies fastest
  std::vector<int64_t> shape;
  size_t data_offset = 0;
  size_t data_bytes = 0;  // the product of shape and item_bytes
};

// Whether `bytes` begin as a .npy file does.
bool LooksLikeNpy(std::span<const std::byte> bytes);

// Reads the header of the .npy file of which `file` is the whole contents. Any
// bytes are safe: on success the header is consistent and its data fill the
// rest of `file` exactly. Fails with kInvalidArgument and a message without the
// file's name, and leaves *header as it was, where that is not so; also where
// elements are Python objects or records, or the header is above 64 KiB.
Status ParseNpy(std::span<const std::byte> file, NpyHeader* header);

// The bytes that stand before the data in a file of this type and shape, in C
// order. The data begin at a multiple of 64, as NumPy has it.
std::string FormatNpy(std::string_view descr, std::span<const int64_t> shape);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_NPY_H_
