// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What a client of the C API holds in its hands during one run: handles of all
// types, live and dead, and memory. Knows which handles are live, so that
// answers can be checked and not only survived.

#ifndef BACKLERP_FUZZ_C_API_WORLD_H_
#define BACKLERP_FUZZ_C_API_WORLD_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "fuzz/input.h"

namespace backlerp::fuzz {

enum class Kind {
  kTensor,
  kScalar,
  kIntArray,
  kFloatArray,
  kBoolArray,
  kTensorList,
  kScalarList,
  kExecutor,
  kStream,
  kEvent,
  kContext,
  kDataBuffer,
};
inline constexpr size_t kKinds = 12;

enum class Life {
  kLive,
  kDead,
  kUnknown,  // it belonged to a context or a device that may be gone
};

struct Entry {
  void* handle = nullptr;
  Life life = Life::kLive;
  // Of tensors: the product of the dims. Of executors: of what a run reads.
  uint64_t elements = 0;
  std::vector<void*> members;  // of lists
  int maker = -1;              // of executors: the operator
  bool repeatable = false;     // of executors
};

// Memory that lives as long as the process: work that outlives its stream or
// executor may still touch it.
struct Block {
  std::byte* data;
  size_t bytes;
};

class World {
 public:
  explicit World(Input* input);

  Input& in() { return in_; }

  Entry* Add(Kind kind, const void* handle);
  // A handle for a parameter of this kind: mostly one of the kind, live or not,
  // else null, one of another kind or any bits.
  template <typename T>
  T* Any(Kind kind) {
    return static_cast<T*>(AnyHandle(kind));
  }
  // The entry of a handle if it is one of the kind, else null.
  Entry* Find(Kind kind, const void* handle);
  bool IsLive(Kind kind, const void* handle);
  void Kill(Kind kind, const void* handle);
  // Streams whose context may have gone; all contexts but the live ones.
  void DoubtStreams();

  std::vector<Entry>& entries(Kind kind) {
    return entries_[static_cast<size_t>(kind)];
  }

  // One of the lasting blocks, and an address within it. What follows the
  // address in the block goes to *bytes.
  const Block& AnyBlock();
  std::byte* AnyAddress(size_t* bytes);
  // The same, or null; sometimes not aligned.
  void* TensorAddress();

  // Blocks that this run has made: for calls that are done when they return.
  struct ShortBlock {
    void* data;
    size_t bytes;
    bool host;
    bool live;
  };
  std::vector<ShortBlock>& short_blocks() { return short_blocks_; }

  // Numbers as hostile callers write them.
  int64_t AnyNumber();
  double AnyScale();

 private:
  void* AnyHandle(Kind kind);

  Input& in_;
  std::array<std::vector<Entry>, kKinds> entries_;
  std::vector<ShortBlock> short_blocks_;
};

// Lasting blocks of aclrtMalloc, made at the first call. The first three are
// never given to tensors of hostile calls.
const std::vector<Block>& LastingBlocks();
inline constexpr size_t kPrivateBlocks = 3;

// The number of elements, UINT64_MAX where 64 bits do not hold it; 0 where a
// dim is negative.
uint64_t ProductOf(const std::vector<int64_t>& dims);

// Any bits as an enumerator, as a caller in C may pass them.
template <typename Enum>
Enum EnumOf(int64_t number) {
  static_assert(sizeof(Enum) == sizeof(int32_t));
  const auto bits = static_cast<int32_t>(number);
  Enum value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

// Judges the answer to a destroy of `handle`, and keeps books.
void CheckDestroyed(World* world, Kind kind, const void* handle, int code);

// The calls, by subject; each draws one and makes it.
void CallMeta(World* world);
void CallOperator(World* world);
void CallStream(World* world);
void CallContext(World* world);
void CallMemory(World* world);
void CallRest(World* world);

// One call as it should be made, whose result is looked at.
void RunLegalCall(World* world);

// Destroys `handle` by the function of its kind.
int Destroy(Kind kind, void* handle);

}  // namespace backlerp::fuzz

#endif  // BACKLERP_FUZZ_C_API_WORLD_H_
