// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/faults/fault_injector.h"

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

namespace backlerp::test {
namespace {

std::atomic<bool> armed{false};
Fault current;  // changes while nothing is armed
std::atomic<int64_t> seen{0};
std::atomic<int64_t> failed{0};
thread_local bool is_caller = false;

std::atomic<int64_t> live_blocks{0};
std::atomic<int64_t> live_bytes{0};
std::atomic<int64_t> peak_bytes{0};

bool MustFail(Fault::What what) {
  if (!armed.load(std::memory_order_acquire) || what != current.what) {
    return false;
  }
  if (is_caller != (current.where == Fault::Where::kCaller)) return false;
  const int64_t number = seen.fetch_add(1) + 1;
  const bool fails =
      current.and_all ? number >= current.first : number == current.first;
  if (fails) ++failed;
  return fails;
}

void* Added(void* block) {
  if (block == nullptr) return nullptr;
  ++live_blocks;
  const auto bytes = static_cast<int64_t>(malloc_usable_size(block));
  const int64_t now = live_bytes.fetch_add(bytes) + bytes;
  int64_t peak = peak_bytes.load(std::memory_order_relaxed);
  while (now > peak && !peak_bytes.compare_exchange_weak(peak, now)) {
  }
  return block;
}

void Removed(void* block) {
  --live_blocks;
  live_bytes -= static_cast<int64_t>(malloc_usable_size(block));
}

}  // namespace

FaultInjector::FaultInjector(const Fault& fault) {
  current = fault;
  seen = 0;
  failed = 0;
  is_caller = true;
  armed.store(true, std::memory_order_release);
}

FaultInjector::~FaultInjector() { Stop(); }

int64_t FaultInjector::Stop() {
  armed = false;
  is_caller = false;
  return failed;
}

int64_t LiveBlocks() { return live_blocks; }
int64_t LiveBytes() { return live_bytes; }
int64_t PeakBytes() { return peak_bytes; }
void ResetPeakBytes() { peak_bytes = live_bytes.load(); }

}  // namespace backlerp::test

// The C library's own entry points, and ours in front of them. The whole tree
// is compiled with hidden symbols; the libraries must find these.
#pragma GCC visibility push(default)
extern "C" {

// NOLINTBEGIN(bugprone-reserved-identifier)
void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* memory, size_t bytes);
void* __libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void* memory);
// NOLINTEND(bugprone-reserved-identifier)

static bool NoMemory() {
  if (!backlerp::test::MustFail(backlerp::test::Fault::What::kAllocation)) {
    return false;
  }
  errno = ENOMEM;
  return true;
}

void* malloc(size_t bytes) {
  return NoMemory() ? nullptr : backlerp::test::Added(__libc_malloc(bytes));
}

void* calloc(size_t count, size_t bytes) {
  if (NoMemory()) return nullptr;
  return backlerp::test::Added(__libc_calloc(count, bytes));
}

void* realloc(void* memory, size_t bytes) {
  if (memory == nullptr) return malloc(bytes);
  if (NoMemory()) return nullptr;
  backlerp::test::Removed(memory);
  void* const moved = __libc_realloc(memory, bytes);
  // Refused, the old block is still there; of 0 bytes, it is not.
  if (moved != nullptr) return backlerp::test::Added(moved);
  if (bytes > 0) backlerp::test::Added(memory);
  return nullptr;
}

void* memalign(size_t alignment, size_t bytes) {
  if (NoMemory()) return nullptr;
  return backlerp::test::Added(__libc_memalign(alignment, bytes));
}

void* aligned_alloc(size_t alignment, size_t bytes) {
  return memalign(alignment, bytes);
}

int posix_memalign(void** memory, size_t alignment, size_t bytes) {
  void* const fresh = memalign(alignment, bytes);
  if (fresh == nullptr) return ENOMEM;
  *memory = fresh;
  return 0;
}

void free(void* memory) {
  if (memory == nullptr) return;
  backlerp::test::Removed(memory);
  __libc_free(memory);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                   void* (*start)(void*), void* argument) {
  if (backlerp::test::MustFail(backlerp::test::Fault::What::kThreadStart)) {
    return EAGAIN;
  }
  using Function = decltype(&pthread_create);
  static const auto next =
      reinterpret_cast<Function>(dlsym(RTLD_NEXT, "pthread_create"));
  return next(thread, attributes, start, argument);
}

}  // extern "C"
#pragma GCC visibility pop
