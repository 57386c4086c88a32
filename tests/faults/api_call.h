// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Every C function as a row of a table: what it needs, what it answers, and
// whether there is memory that it can be refused.

#ifndef BACKLERP_TESTS_FAULTS_API_CALL_H_
#define BACKLERP_TESTS_FAULTS_API_CALL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tests/faults/world.h"

namespace backlerp::test {

enum class Layer { kRuntime, kArguments, kPhaseOne, kPhaseTwo };

struct ApiCall {
  const char* function;
  Layer layer;
  unsigned needs;
  bool allocates;  // when it has been called before; else it may not
  int answer;      // with memory
  int (*call)(World& world);
  // Whether the call may give its answer without the memory: where only the
  // text of a message is lost.
  bool survives = false;

  // "aclrtMalloc", "aclrtFree -> 107000".
  std::string Name() const;
  // Whether `code` is what the header documents for a call without memory.
  bool MayAnswerWithoutMemory(int code) const;
};

// What functions answer that give a handle, a pointer or nothing at all.
inline constexpr int kNull = -1;
template <typename Handle>
int Keep(Handle made, Handle* output) {
  if (made == nullptr) return kNull;
  *output = made;
  return 0;
}

std::vector<ApiCall> RuntimeCalls();   // devices, contexts, memory, the rest
std::vector<ApiCall> StreamCalls();    // streams, events, callbacks
std::vector<ApiCall> ArgumentCalls();  // tensors, arrays, lists, executors
std::vector<ApiCall> OperatorCalls();  // the two phases
std::vector<ApiCall> AllCalls();

}  // namespace backlerp::test

// The rows of a table: BACKLERP_CALL(layer, needs, allocates, answer, function,
// arguments...) and, for a function whose result is no code, an expression.
#define BACKLERP_CALL(layer, needs, allocates, answer, function, ...) \
  {                                                                   \
#function, layer, needs, allocates, answer,                       \
        []([[maybe_unused]] World &                                   \
           w) -> int { return function(__VA_ARGS__); }                \
  }
#define BACKLERP_EXPRESSION(layer, needs, allocates, answer, function, ...) \
  {                                                                         \
#function, layer, needs, allocates, answer,                             \
        []([[maybe_unused]] World & w) -> int { return __VA_ARGS__; }       \
  }

#endif  // BACKLERP_TESTS_FAULTS_API_CALL_H_
