// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/c_api_world.h"

#include <cstring>
#include <limits>
#include <string>

#include "fuzz/require.h"

namespace backlerp::fuzz {
namespace {

std::byte* Allocate(size_t bytes, bool host) {
  void* data = nullptr;
  const aclError code =
      host ? aclrtMallocHost(&data, bytes)
           : aclrtMalloc(&data, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
  Require(code == ACL_SUCCESS, "a block could not be allocated");
  std::memset(data, 0, bytes);
  return static_cast<std::byte*>(data);
}

// Null is a handle like others to these, and no failure.
bool NullIsFine(Kind kind) {
  return kind != Kind::kExecutor && kind != Kind::kStream &&
         kind != Kind::kEvent && kind != Kind::kContext &&
         kind != Kind::kDataBuffer;
}

int CodeOfDead(Kind kind) {
  switch (kind) {
    case Kind::kExecutor:
      return 561000;
    case Kind::kStream:
    case Kind::kEvent:
    case Kind::kDataBuffer:
      return ACL_ERROR_RT_INVALID_HANDLE;
    case Kind::kContext:
      return ACL_ERROR_RT_PARAM_INVALID;
    default:
      return 161002;
  }
}

}  // namespace

const std::vector<Block>& LastingBlocks() {
  static const auto& blocks = *new const std::vector<Block>([] {
    Require(aclrtSetDevice(0) == ACL_SUCCESS, "aclrtSetDevice(0) failed");
    std::vector<Block> made;
    for (const size_t bytes :
         {65536u, 65536u, 1u << 20, 64u, 1000u, 4096u, 65536u, 1u << 20}) {
      made.push_back({Allocate(bytes, /*host=*/false), bytes});
    }
    made.push_back({Allocate(8192, /*host=*/true), 8192});
    return made;
  }());
  return blocks;
}

World::World(Input* input) : in_(*input) {}

Entry* World::Add(Kind kind, const void* handle) {
  Entry& entry = entries(kind).emplace_back();
  entry.handle = const_cast<void*>(handle);
  return &entry;
}

void* World::AnyHandle(Kind kind) {
  const int64_t choice = in_.Between(0, 15);
  if (choice == 0) return nullptr;
  if (choice == 1) {
    return reinterpret_cast<void*>(in_.Take<uintptr_t>());  // NOLINT
  }
  const auto other = static_cast<Kind>(in_.Index(kKinds));
  const auto& all = entries(choice == 2 ? other : kind);
  if (all.empty()) return nullptr;
  // The latest are the likeliest.
  const size_t back = in_.OneIn(4) ? in_.Index(all.size())
                                   : in_.Index(all.size() < 4 ? all.size() : 4);
  return all[all.size() - 1 - back].handle;
}

Entry* World::Find(Kind kind, const void* handle) {
  for (Entry& entry : entries(kind)) {
    if (entry.handle == handle) return &entry;
  }
  return nullptr;
}

bool World::IsLive(Kind kind, const void* handle) {
  const Entry* entry = Find(kind, handle);
  return entry != nullptr && entry->life == Life::kLive;
}

void World::Kill(Kind kind, const void* handle) {
  Entry* entry = Find(kind, handle);
  if (entry != nullptr) entry->life = Life::kDead;
}

void World::DoubtStreams() {
  for (Entry& entry : entries(Kind::kStream)) {
    if (entry.life == Life::kLive) entry.life = Life::kUnknown;
  }
}

const Block& World::AnyBlock() {
  const auto& blocks = LastingBlocks();
  return blocks[kPrivateBlocks + in_.Index(blocks.size() - kPrivateBlocks)];
}

uint64_t ProductOf(const std::vector<int64_t>& dims) {
  uint64_t product = 1;
  for (const int64_t dim : dims) {
    if (dim <= 0) return 0;
    if (__builtin_mul_overflow(product, static_cast<uint64_t>(dim), &product)) {
      return UINT64_MAX;
    }
  }
  return product;
}

std::byte* World::AnyAddress(size_t* bytes) {
  const Block& block = AnyBlock();
  size_t offset = 0;
  if (in_.OneIn(3)) offset = in_.Index(block.bytes);
  if (!in_.OneIn(4)) offset &= ~size_t{63};
  *bytes = block.bytes - offset;
  return block.data + offset;
}

void* World::TensorAddress() {
  if (in_.OneIn(8)) return nullptr;
  size_t bytes = 0;
  return AnyAddress(&bytes);
}

int64_t World::AnyNumber() {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  static const std::vector<int64_t> hostile = {-1,
                                               kMost,
                                               -kMost - 1,
                                               int64_t{1} << 20,
                                               1 << 20 | 1,
                                               int64_t{1} << 31,
                                               int64_t{1} << 62,
                                               kMost / 2 + 1};
  switch (in_.Between(0, 15)) {
    case 0:
      return in_.Pick(hostile);
    case 1:
      return in_.Take<int64_t>();
    case 2:
      return in_.Between(-300, 300);
    default:
      return in_.Between(0, 9);
  }
}

double World::AnyScale() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  static const std::vector<double> usual = {
      0,    1,    2,     0.5,   1.5,       3,          -1,    -0.0,
      kNan, 1e-9, 1e-10, 1e300, kInfinity, -kInfinity, 5e-324};
  return in_.OneIn(4) ? in_.Take<double>() : in_.Pick(usual);
}

void CheckDestroyed(World* world, Kind kind, const void* handle, int code) {
  const std::string what = "destroying a handle of kind " +
                           std::to_string(static_cast<int>(kind)) +
                           " answers " + std::to_string(code);
  Entry* entry = world->Find(kind, handle);
  if (handle == nullptr) {
    Require((code == 0) == NullIsFine(kind), "null: " + what);
    return;
  }
  if (entry == nullptr || entry->life == Life::kDead) {
    Require(code == CodeOfDead(kind), "not live: " + what);
    return;
  }
  if (entry->life == Life::kLive) Require(code == 0, "live: " + what);
  if (code == 0) entry->life = Life::kDead;
}

}  // namespace backlerp::fuzz
