// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_OUTPUT_FILE_H_
#define BACKLERP_SRC_CLI_OUTPUT_FILE_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/descriptor.h"

namespace backlerp::cli {

// A file of known size that is written piece by piece, from its start to its
// end. It gets its name in Commit: until then the bytes are in a temporary file
// of the same directory, which goes away where Commit is not reached, and a
// file that had the name stays as it was. The temporary file is mapped, with
// its blocks reserved, so pieces may be of any size.
//
// "-" (the standard output) and names of what is no regular file (pipes,
// devices) are written straight away, each piece from memory.
//
// Everything throws Failure, kIoError.
class OutputFile {
 public:
  OutputFile(const std::string& path, size_t bytes);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Where the next `bytes` bytes are to be put. They are zero or what an
  // earlier piece left. The address is good for any element if the file's
  // position is a multiple of the element's size.
  std::byte* BeginPiece(size_t bytes);
  void EndPiece();

  // BeginPiece, copy, EndPiece.
  void Append(std::span<const std::byte> bytes);

  // All pieces have been written.
  void Commit();

 private:
  void OpenTemporary();
  void OpenStream();
  void Map();
  void Remove();

  std::string path_;
  std::string target_;  // path_ with links followed
  std::string temporary_;
  std::optional<Descriptor> descriptor_;
  size_t bytes_;
  size_t position_ = 0;
  size_t piece_bytes_ = 0;
  std::byte* mapping_ = nullptr;
  std::vector<std::byte> piece_;  // of streams
};

// The whole of a small file.
void WriteFile(const std::string& path, std::span<const std::byte> bytes);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_OUTPUT_FILE_H_
