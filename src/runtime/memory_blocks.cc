// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "runtime/memory_blocks.h"

#include <pthread.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#include <shared_mutex>

#include "runtime/runtime.h"

namespace backlerp::runtime {
namespace {

constexpr size_t kAlignment = 64;

struct Record {
  size_t bytes;   // as asked for
  size_t padded;  // as allocated
  MemoryKind kind;
};

struct Blocks {
  std::shared_mutex mutex;
  std::map<uintptr_t, Record> by_address;
};

Blocks& AllBlocks() {
  static auto* const blocks = new Blocks;
  return *blocks;
}

// A forked child has a copy of every block, and keeps their record: nobody
// changes it while the process forks.
void LockForFork() { AllBlocks().mutex.lock(); }
void UnlockAfterFork() { AllBlocks().mutex.unlock(); }
void RenewInForkedChild() { new (&AllBlocks().mutex) std::shared_mutex; }

[[maybe_unused]] const int registered =
    pthread_atfork(LockForFork, UnlockAfterFork, RenewInForkedChild);

// Needs the mutex.
std::map<uintptr_t, Record>::const_iterator Find(const Blocks& blocks,
                                                 const void* pointer) {
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  auto block = blocks.by_address.upper_bound(address);
  if (block == blocks.by_address.begin()) return blocks.by_address.end();
  --block;
  const bool inside = address - block->first < block->second.padded;
  return inside ? block : blocks.by_address.end();
}

size_t PagesToBytes(int name) {
  const long pages = sysconf(name);
  const long page = sysconf(_SC_PAGESIZE);
  if (pages < 0 || page < 0) return 0;
  return static_cast<size_t>(pages) * static_cast<size_t>(page);
}

}  // namespace

MachineMemory GetMachineMemory() {
  return {PagesToBytes(_SC_AVPHYS_PAGES), PagesToBytes(_SC_PHYS_PAGES)};
}

void* AllocateBlock(MemoryKind kind, size_t bytes, size_t padded) {
  // The kernel may promise more than there is, and then ends the process when
  // the promise is called in. A device would have refused.
  if (padded > GetMachineMemory().total) return nullptr;
  // aligned_alloc takes multiples of the alignment only.
  const size_t allocated = (padded + kAlignment - 1) / kAlignment * kAlignment;
  void* const address = std::aligned_alloc(kAlignment, allocated);
  if (address == nullptr) return nullptr;
  Blocks& blocks = AllBlocks();
  try {
    const std::lock_guard lock(blocks.mutex);
    blocks.by_address.emplace(reinterpret_cast<uintptr_t>(address),
                              Record{bytes, padded, kind});
  } catch (...) {
    std::free(address);
    return nullptr;
  }
  return address;
}

bool FreeBlock(MemoryKind kind, void* address) {
  Blocks& blocks = AllBlocks();
  {
    const std::lock_guard lock(blocks.mutex);
    const auto block =
        blocks.by_address.find(reinterpret_cast<uintptr_t>(address));
    if (block == blocks.by_address.end()) return false;
    if (block->second.kind != kind) return false;
    blocks.by_address.erase(block);
  }
  std::free(address);
  return true;
}

std::optional<MemoryKind> KindOf(const void* address) {
  Blocks& blocks = AllBlocks();
  const std::shared_lock lock(blocks.mutex);
  const auto block = Find(blocks, address);
  if (block == blocks.by_address.end()) return std::nullopt;
  return block->second.kind;
}

std::optional<MemoryBlock> FindBlock(const void* address) {
  Blocks& blocks = AllBlocks();
  const std::shared_lock lock(blocks.mutex);
  const auto block = Find(blocks, address);
  if (block == blocks.by_address.end()) return std::nullopt;
  return MemoryBlock{block->first, block->second.bytes};
}

}  // namespace backlerp::runtime
