// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Counts what a program and all its libraries take from the heap. Linking
// allocation_counter.cc puts it before the C library's malloc and its kin. What
// oneTBB takes from an allocator of its own (libtbbmalloc) is not seen.

#ifndef BACKLERP_TESTS_OPERATOR_ALLOCATION_COUNTER_H_
#define BACKLERP_TESTS_OPERATOR_ALLOCATION_COUNTER_H_

#include <cstdint>
#include <string>

namespace backlerp::test {

// While alive, allocations of all threads are counted. One at a time.
class AllocationCounter {
 public:
  AllocationCounter();
  ~AllocationCounter();
  AllocationCounter(const AllocationCounter&) = delete;
  AllocationCounter& operator=(const AllocationCounter&) = delete;

  // Ends the counting.
  int64_t Stop();
  // Where the first ones came from, for messages. After Stop.
  static std::string Stacks();
};

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_OPERATOR_ALLOCATION_COUNTER_H_
