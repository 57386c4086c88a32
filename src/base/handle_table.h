// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Opaque handles that can be checked. A handle is a number, not an address: a
// slot, the slot's generation and the type's tag. A handle that was destroyed,
// that belongs to another type or that never existed is recognised as such, for
// the life of the process short of 2^28 reuses of one slot; memory is never
// touched through it.

#ifndef BACKLERP_SRC_BASE_HANDLE_TABLE_H_
#define BACKLERP_SRC_BASE_HANDLE_TABLE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace backlerp {

// Thread-safe. `Handle` is the pointer type that clients see; `kTag` differs
// for every type of handle and makes an address that no allocator returns. What
// a handle stands for is shared: whoever holds the shared_ptr keeps it alive
// after the handle is gone.
template <typename T, typename Handle, uint8_t kTag>
class HandleTable {
 public:
  constexpr HandleTable() = default;

  // Throws std::bad_alloc, and std::length_error beyond 2^24 live handles.
  Handle Insert(std::shared_ptr<T> object) {
    const std::lock_guard lock(mutex_);
    size_t index = first_free_;
    if (index != kNone) {
      first_free_ = slots_[index].next_free;
    } else {
      index = slots_.size();
      if (index > kIndexMask) throw std::length_error("too many handles");
      slots_.emplace_back().generation = first_generation_;
    }
    slots_[index].object = std::move(object);
    return Encode(index, slots_[index].generation);
  }

  // The object, or null where `handle` is not live.
  std::shared_ptr<T> Get(const void* handle) const {
    const std::lock_guard lock(mutex_);
    const Slot* slot = Find(handle);
    return slot == nullptr ? nullptr : slot->object;
  }

  // Ends the handle's life and returns its object; null where it is not live.
  std::shared_ptr<T> Take(const void* handle) {
    const std::lock_guard lock(mutex_);
    auto* slot = const_cast<Slot*>(Find(handle));
    if (slot == nullptr) return nullptr;
    Release(static_cast<size_t>(slot - slots_.data()));
    slot->generation = (slot->generation + 1) & kGenerationMask;
    if (slot->generation > newest_generation_.load(std::memory_order_relaxed)) {
      newest_generation_.store(slot->generation, std::memory_order_relaxed);
    }
    return std::exchange(slot->object, nullptr);
  }

  // For PerProcess: in a forked child no handle of the parent is live, and none
  // of the child's is equal to one of them. The objects are lost, with whatever
  // other threads were doing to them.
  void InForkedChild() noexcept {
    new (&mutex_) std::mutex;
    new (&slots_) std::vector<Slot>;
    first_free_ = last_free_ = kNone;
    first_generation_ = (newest_generation_ + 1) & kGenerationMask;
    newest_generation_ = first_generation_;
  }

 private:
  static constexpr size_t kNone = ~size_t{0};
  struct Slot {
    std::shared_ptr<T> object;
    uint64_t generation = 0;
    size_t next_free = kNone;  // while it is free
  };
  static constexpr uint64_t kIndexMask = (uint64_t{1} << 24) - 1;
  static constexpr uint64_t kGenerationMask = (uint64_t{1} << 28) - 1;

  // | tag 8 | generation 28 | index 24 | 0 4 |: a tag outside 0x00 and 0xFF
  // makes a non-canonical address, so that a client that dereferences it
  // faults.
  static Handle Encode(uint64_t index, uint64_t generation) {
    static_assert(kTag != 0x00 && kTag != 0xFF);
    static_assert(sizeof(uintptr_t) == sizeof(uint64_t));
    const uint64_t bits = uint64_t{kTag} << 56 | generation << 28 | index << 4;
    return reinterpret_cast<Handle>(static_cast<uintptr_t>(bits));  // NOLINT
  }

  // Appends the slot to the list of free ones.
  void Release(size_t index) {
    slots_[index].next_free = kNone;
    if (first_free_ == kNone) {
      first_free_ = index;
    } else {
      slots_[last_free_].next_free = index;
    }
    last_free_ = index;
  }

  const Slot* Find(const void* handle) const {
    const auto bits =
        static_cast<uint64_t>(reinterpret_cast<uintptr_t>(handle));
    const uint64_t index = (bits >> 4) & kIndexMask;
    if (bits >> 56 != kTag || (bits & 0xF) != 0) return nullptr;
    if (index >= slots_.size()) return nullptr;
    const Slot& slot = slots_[index];
    if (((bits >> 28) & kGenerationMask) != slot.generation) return nullptr;
    return slot.object == nullptr ? nullptr : &slot;
  }

  mutable std::mutex mutex_;
  std::vector<Slot> slots_;
  uint64_t first_generation_ = 0;  // of a new slot
  // The newest of any slot. Atomic, to be read in a child while another thread
  // of the parent was writing.
  std::atomic<uint64_t> newest_generation_{0};
  // Free slots, oldest first: one rests before it is reused.
  size_t first_free_ = kNone;
  size_t last_free_ = kNone;  // meaningful where there is a first
};

}  // namespace backlerp

#endif  // BACKLERP_SRC_BASE_HANDLE_TABLE_H_
