// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_TESTS_SUPPORT_GUARDED_BUFFER_H_
#define BACKLERP_TESTS_SUPPORT_GUARDED_BUFFER_H_

#include <cstddef>
#include <vector>

namespace backlerp::test {

// Memory between two pages that may not be touched: reading or writing one
// byte beyond it ends the test with SIGSEGV. `flush` says at which of the two
// pages the memory lies; at the other side up to a page of slack remains, so
// tests use both. Flush right, the address is only as aligned as the size is.
class GuardedBuffer {
 public:
  enum class Flush { kLeft, kRight };

  GuardedBuffer(size_t bytes, Flush flush);
  GuardedBuffer(const std::vector<std::byte>& contents, Flush flush);
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  std::byte* data() { return data_; }
  size_t size() const { return bytes_; }
  std::vector<std::byte> Contents() const;
  // From now on a write to the memory is a SIGSEGV, too.
  void MakeReadOnly();

 private:
  std::byte* mapping_;
  size_t mapped_;
  std::byte* data_;
  size_t bytes_;
};

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_SUPPORT_GUARDED_BUFFER_H_
