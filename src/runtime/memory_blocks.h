// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The record of every block that the runtime has allocated. A block is ordinary
// memory of the process; the record is what lets addresses be checked.

#ifndef BACKLERP_SRC_RUNTIME_MEMORY_BLOCKS_H_
#define BACKLERP_SRC_RUNTIME_MEMORY_BLOCKS_H_

#include <cstddef>
#include <optional>

namespace backlerp::runtime {

enum class MemoryKind { kDevice, kHost };

// Memory of the machine, in bytes.
struct MachineMemory {
  size_t available;
  size_t total;
};
MachineMemory GetMachineMemory();

// `padded` >= `bytes` bytes, not initialised, at a multiple of 64, and their
// record; null without memory.
void* AllocateBlock(MemoryKind kind, size_t bytes, size_t padded);

// False, and nothing happens, where no block of `kind` begins at `address`.
bool FreeBlock(MemoryKind kind, void* address);

// The kind of the live block that contains `address`.
std::optional<MemoryKind> KindOf(const void* address);

}  // namespace backlerp::runtime

#endif  // BACKLERP_SRC_RUNTIME_MEMORY_BLOCKS_H_
