// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_INPUT_FILE_H_
#define BACKLERP_SRC_CLI_INPUT_FILE_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace backlerp::cli {

// All bytes of a file. A regular file is mapped, so that its size does not
// matter; what cannot be mapped (pipes, terminals) is read to its end. The
// bytes begin at an address that any element may have.
class InputFile {
 public:
  // "-" is the standard input. Throws Failure, kIoError.
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  void Map(int descriptor, size_t size, const std::string& name);
  void Read(int descriptor, const std::string& name);

  std::span<const std::byte> bytes_;
  void* mapping_ = nullptr;
  std::vector<std::byte> memory_;
};

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_INPUT_FILE_H_
