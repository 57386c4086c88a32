// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/operator/allocation_counter.h"

#include <execinfo.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

namespace backlerp::test {
namespace {

constexpr int64_t kStacks = 8;
constexpr int kFrames = 24;

struct Stack {
  std::array<void*, kFrames> frames;
  int depth;
};

std::atomic<bool> counting{false};
std::atomic<int64_t> allocations{0};
std::array<Stack, kStacks> stacks;

void Count() {
  if (!counting.load(std::memory_order_relaxed)) return;
  const int64_t index = allocations.fetch_add(1);
  if (index >= kStacks) return;
  Stack& stack = stacks[static_cast<size_t>(index)];
  stack.depth = backtrace(stack.frames.data(), kFrames);
}

}  // namespace

AllocationCounter::AllocationCounter() {
  // Its first call allocates.
  Stack ignored{};
  backtrace(ignored.frames.data(), kFrames);
  allocations = 0;
  counting = true;
}

AllocationCounter::~AllocationCounter() { counting = false; }

int64_t AllocationCounter::Stop() {
  counting = false;
  return allocations;
}

std::string AllocationCounter::Stacks() {
  std::string text;
  const int64_t count = std::min(allocations.load(), kStacks);
  for (int64_t i = 0; i < count; ++i) {
    const Stack& stack = stacks[static_cast<size_t>(i)];
    char** names = backtrace_symbols(stack.frames.data(), stack.depth);
    text += "allocated by\n";
    // The first ones are the counter itself.
    for (int frame = 2; frame < stack.depth; ++frame) {
      text.append("  ").append(names[frame]).append("\n");
    }
    std::free(static_cast<void*>(names));
  }
  return text;
}

}  // namespace backlerp::test

// The C library's own entry points, and ours in front of them.
extern "C" {

// NOLINTBEGIN(bugprone-reserved-identifier)
void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* memory, size_t bytes);
void* __libc_memalign(size_t alignment, size_t bytes);
// NOLINTEND(bugprone-reserved-identifier)

void* malloc(size_t bytes) {
  backlerp::test::Count();
  return __libc_malloc(bytes);
}

void* calloc(size_t count, size_t bytes) {
  backlerp::test::Count();
  return __libc_calloc(count, bytes);
}

void* realloc(void* memory, size_t bytes) {
  backlerp::test::Count();
  return __libc_realloc(memory, bytes);
}

void* memalign(size_t alignment, size_t bytes) {
  backlerp::test::Count();
  return __libc_memalign(alignment, bytes);
}

void* aligned_alloc(size_t alignment, size_t bytes) {
  return memalign(alignment, bytes);
}

int posix_memalign(void** memory, size_t alignment, size_t bytes) {
  void* fresh = memalign(alignment, bytes);
  if (fresh == nullptr) return ENOMEM;
  *memory = fresh;
  return 0;
}

}  // extern "C"
