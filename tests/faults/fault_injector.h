// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Makes allocations and thread starts fail, and counts live blocks. Linking
// fault_injector.cc puts it before the C library's malloc and its kin (and so
// before operator new) and before pthread_create, for the program and all its
// libraries. What oneTBB takes from its own allocator (libtbbmalloc) is not
// seen.

#ifndef BACKLERP_TESTS_FAULTS_FAULT_INJECTOR_H_
#define BACKLERP_TESTS_FAULTS_FAULT_INJECTOR_H_

#include <cstdint>

namespace backlerp::test {

struct Fault {
  enum class What { kAllocation, kThreadStart };
  // The thread that arms the injector, or every other one.
  enum class Where { kCaller, kOthers };

  What what = What::kAllocation;
  Where where = Where::kCaller;
  int64_t first = 1;     // the first one to fail, counted from 1
  bool and_all = false;  // and every one behind it, or it alone
};

// While alive, what `fault` names fails. One at a time.
class FaultInjector {
 public:
  explicit FaultInjector(const Fault& fault);
  ~FaultInjector();
  FaultInjector(const FaultInjector&) = delete;
  FaultInjector& operator=(const FaultInjector&) = delete;

  // Ends it; how many calls have failed.
  int64_t Stop();
};

// Blocks of the heap that are allocated, in all threads.
int64_t LiveBlocks();

// Bytes of the heap that are allocated, and the most that were since the last
// ResetPeakBytes.
int64_t LiveBytes();
int64_t PeakBytes();
void ResetPeakBytes();

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_FAULTS_FAULT_INJECTOR_H_
