// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/guarded_buffer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <new>

namespace backlerp::test {
namespace {

size_t PageBytes() {
  static const auto bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

}  // namespace

GuardedBuffer::GuardedBuffer(size_t bytes, Flush flush) : bytes_(bytes) {
  const size_t page = PageBytes();
  const size_t inner = (bytes + page - 1) / page * page;
  mapped_ = inner + 2 * page;
  void* mapping = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
                       /*fd=*/-1, /*offset=*/0);
  if (mapping == MAP_FAILED) throw std::bad_alloc();
  mapping_ = static_cast<std::byte*>(mapping);
  std::byte* first = mapping_ + page;
  if (inner > 0 && mprotect(first, inner, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapping_, mapped_);
    throw std::bad_alloc();
  }
  data_ = flush == Flush::kLeft ? first : first + (inner - bytes);
}

GuardedBuffer::GuardedBuffer(const std::vector<std::byte>& contents,
                             Flush flush)
    : GuardedBuffer(contents.size(), flush) {
  if (!contents.empty()) std::memcpy(data_, contents.data(), contents.size());
}

GuardedBuffer::~GuardedBuffer() { munmap(mapping_, mapped_); }

std::vector<std::byte> GuardedBuffer::Contents() const {
  return {data_, data_ + bytes_};
}

void GuardedBuffer::MakeReadOnly() {
  const size_t page = PageBytes();
  if (mapped_ == 2 * page) return;
  mprotect(mapping_ + page, mapped_ - 2 * page, PROT_READ);
}

}  // namespace backlerp::test
