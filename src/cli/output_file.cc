// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/output_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "cli/failure.h"
#include "cli/signals.h"
#include "fmt/core.h"

namespace backlerp::cli {
namespace {

std::string NameOf(const std::string& path) {
  return path == "-" ? "standard output" : path;
}

// Links are followed, so that they stay links to what is replaced.
std::string FollowLinks(const std::string& path) {
  std::error_code error;
  const auto target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

bool IsStream(const std::string& path) {
  if (path == "-") return true;
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) &&
         !S_ISDIR(status.st_mode);
}

// ".<name>.<process>-<attempt>.tmp" beside the target.
std::string TemporaryName(const std::string& target, int attempt) {
  const std::filesystem::path path(target);
  const std::string name =
      fmt::format(".{}.{}-{}.tmp", path.filename().string().substr(0, 200),
                  getpid(), attempt);
  return (path.parent_path() / name).string();
}

// Blocks are reserved now: a full disk is an error here, and would be a SIGBUS
// while the mapping is being written.
int Reserve(int descriptor, size_t bytes) {
  int error = EINTR;
  while (error == EINTR) {
    error = posix_fallocate(descriptor, 0, static_cast<off_t>(bytes));
  }
  return error;
}

}  // namespace

OutputFile::OutputFile(const std::string& path, size_t bytes)
    : path_(NameOf(path)), target_(FollowLinks(path)), bytes_(bytes) {
  if (IsStream(path)) {
    target_ = path;
    OpenStream();
    return;
  }
  OpenTemporary();
  try {
    Map();
  } catch (...) {
    Remove();
    throw;
  }
}

OutputFile::~OutputFile() {
  if (mapping_ != nullptr) {
    ForgetMapping(mapping_);
    munmap(mapping_, bytes_);
  }
  Remove();
}

void OutputFile::OpenStream() {
  const int number = target_ == "-"
                         ? STDOUT_FILENO
                         : open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  if (number < 0) FailIo(path_, std::strerror(errno));
  descriptor_.emplace(number);
}

void OutputFile::OpenTemporary() {
  std::error_code ignored;
  if (std::filesystem::is_directory(target_, ignored)) {
    FailIo(path_, std::strerror(EISDIR));
  }
  constexpr int kAttempts = 100;
  const SignalsBlocked blocked;
  int number = -1;
  errno = EEXIST;
  for (int i = 0; i < kAttempts && number < 0 && errno == EEXIST; ++i) {
    temporary_ = TemporaryName(target_, i);
    number =
        open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  }
  if (number < 0) {
    temporary_.clear();
    FailIo(path_, fmt::format("cannot be written: {}", std::strerror(errno)));
  }
  descriptor_.emplace(number);
  SetTemporaryFile(temporary_);
}

void OutputFile::Map() {
  if (bytes_ == 0) return;
  const int error = Reserve(descriptor_->get(), bytes_);
  if (error != 0) {
    FailIo(path_, fmt::format("no room for {} bytes: {}", bytes_,
                              std::strerror(error)));
  }
  void* mapping = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED,
                       descriptor_->get(), 0);
  if (mapping == MAP_FAILED) FailIo(path_, std::strerror(errno));
  mapping_ = static_cast<std::byte*>(mapping);
  NoteMapping(mapping_, bytes_, path_);
}

std::byte* OutputFile::BeginPiece(size_t bytes) {
  piece_bytes_ = bytes;
  if (mapping_ != nullptr) return mapping_ + position_;
  if (piece_.size() < bytes) piece_.resize(bytes);
  return piece_.data();
}

void OutputFile::EndPiece() {
  position_ += piece_bytes_;
  if (mapping_ != nullptr) return;
  size_t done = 0;
  while (done < piece_bytes_) {
    const ssize_t written =
        write(descriptor_->get(), piece_.data() + done, piece_bytes_ - done);
    if (written > 0) done += static_cast<size_t>(written);
    if (written < 0 && errno != EINTR) FailIo(path_, std::strerror(errno));
  }
}

void OutputFile::Append(std::span<const std::byte> bytes) {
  std::byte* to = BeginPiece(bytes.size());
  if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
  EndPiece();
}

void OutputFile::Commit() {
  if (temporary_.empty()) return;
  const SignalsBlocked blocked;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) {
    FailIo(path_, std::strerror(errno));
  }
  SetTemporaryFile("");
  temporary_.clear();
}

void OutputFile::Remove() {
  if (temporary_.empty()) return;
  unlink(temporary_.c_str());
  SetTemporaryFile("");
  temporary_.clear();
}

void WriteFile(const std::string& path, std::span<const std::byte> bytes) {
  OutputFile file(path, bytes.size());
  file.Append(bytes);
  file.Commit();
}

}  // namespace backlerp::cli
