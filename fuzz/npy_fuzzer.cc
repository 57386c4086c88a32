// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The header of .npy files: any bytes are an error or a header that is true.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/npy.h"
#include "fuzz/require.h"

namespace backlerp::fuzz {
namespace {

using cli::NpyHeader;

bool operator==(const NpyHeader& a, const NpyHeader& b) {
  return a.descr == b.descr && a.kind == b.kind &&
         a.item_bytes == b.item_bytes && a.big_endian == b.big_endian &&
         a.fortran_order == b.fortran_order && a.shape == b.shape &&
         a.data_offset == b.data_offset && a.data_bytes == b.data_bytes;
}

void CheckConsistent(const NpyHeader& header, size_t file_bytes) {
  Require(header.item_bytes > 0, "elements of no size");
  Require(header.data_offset <= file_bytes, "data begin beyond the file");
  Require(header.data_bytes == file_bytes - header.data_offset,
          "data do not fill the rest of the file");
  // A product above the file's size would have been refused, so it fits.
  size_t elements = 1;
  bool empty = false;
  for (const int64_t size : header.shape) {
    Require(size >= 0, "a negative size");
    if (size == 0) empty = true;
  }
  for (const int64_t size : header.shape) {
    if (!empty) elements *= static_cast<size_t>(size);
  }
  if (empty) elements = 0;
  Require(header.data_bytes == elements * header.item_bytes,
          "data_bytes is not the product of shape and item_bytes");
}

// What was read can be written, and reads as the same.
void CheckRoundTrip(const NpyHeader& header) {
  const std::string front = cli::FormatNpy(header.descr, header.shape);
  std::vector<std::byte> file(front.size() + header.data_bytes);
  for (size_t i = 0; i < front.size(); ++i) {
    file[i] = static_cast<std::byte>(front[i]);
  }
  NpyHeader again;
  const Status status = cli::ParseNpy(file, &again);
  Require(status.ok(), "our own header is refused: " + status.message());
  Require(again.data_offset % 64 == 0, "data are not aligned to 64 bytes");
  NpyHeader expected = header;
  expected.fortran_order = false;
  expected.data_offset = front.size();
  Require(again == expected, "our own header reads as another one");
}

void Run(std::span<const std::byte> file) {
  NpyHeader untouched;
  untouched.descr = "untouched";
  untouched.shape = {7, 8, 9};
  NpyHeader header = untouched;
  const Status status = cli::ParseNpy(file, &header);
  if (!status.ok()) {
    Require(header == untouched, "a failure has changed *header");
    Require(!status.message().empty(), "a failure without a message");
    return;
  }
  Require(cli::LooksLikeNpy(file), "parsed, but does not look like .npy");
  CheckConsistent(header, file.size());
  CheckRoundTrip(header);
}

}  // namespace
}  // namespace backlerp::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // A copy of its own, so that ASan sees a read beyond its end.
  const auto* const bytes = reinterpret_cast<const std::byte*>(data);
  const std::vector<std::byte> file(bytes, bytes + size);
  backlerp::fuzz::Run(file);
  return 0;
}
