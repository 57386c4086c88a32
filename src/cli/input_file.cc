// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/input_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "cli/descriptor.h"
#include "cli/failure.h"
#include "cli/signals.h"

namespace backlerp::cli {
namespace {

Descriptor Open(const std::string& path) {
  if (path == "-") return Descriptor(STDIN_FILENO);
  const int number = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (number < 0) FailIo(path, std::strerror(errno));
  return Descriptor(number);
}

}  // namespace

InputFile::InputFile(const std::string& path) {
  const std::string name = path == "-" ? "standard input" : path;
  const Descriptor descriptor = Open(path);
  struct stat status = {};
  if (fstat(descriptor.get(), &status) != 0) {
    FailIo(name, std::strerror(errno));
  }
  // A shell may have read a part of a redirected file already.
  const bool at_start =
      path != "-" || lseek(descriptor.get(), 0, SEEK_CUR) == 0;
  if (S_ISREG(status.st_mode) && status.st_size > 0 && at_start) {
    Map(descriptor.get(), static_cast<size_t>(status.st_size), name);
  } else {
    Read(descriptor.get(), name);
  }
}

InputFile::~InputFile() {
  if (mapping_ == nullptr) return;
  ForgetMapping(mapping_);
  munmap(mapping_, bytes_.size());
}

InputFile::InputFile(InputFile&& other) noexcept
    : bytes_(other.bytes_),
      mapping_(std::exchange(other.mapping_, nullptr)),
      memory_(std::move(other.memory_)) {}

void InputFile::Map(int descriptor, size_t size, const std::string& name) {
  mapping_ = mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  if (mapping_ == MAP_FAILED) {
    mapping_ = nullptr;
    FailIo(name, std::strerror(errno));
  }
  bytes_ = {static_cast<const std::byte*>(mapping_), size};
  NoteMapping(mapping_, size, name);
}

void InputFile::Read(int descriptor, const std::string& name) {
  constexpr size_t kLeast = size_t{1} << 20;
  size_t size = 0;
  for (;;) {
    if (size == memory_.size()) memory_.resize(std::max(kLeast, 2 * size));
    const ssize_t got =
        read(descriptor, memory_.data() + size, memory_.size() - size);
    if (got == 0) break;
    if (got > 0) size += static_cast<size_t>(got);
    if (got < 0 && errno != EINTR) FailIo(name, std::strerror(errno));
  }
  memory_.resize(size);
  bytes_ = memory_;
}

}  // namespace backlerp::cli
