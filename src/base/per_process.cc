// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/per_process.h"

#include <pthread.h>

namespace backlerp {
namespace {

// A list without a lock: whole at any moment at which a process can fork.
std::atomic<ForkWitness*> witnesses{nullptr};

}  // namespace

struct ForkedChild {
  static void TellWitnesses() {
    for (ForkWitness* witness = witnesses.load(std::memory_order_acquire);
         witness != nullptr; witness = witness->next_) {
      witness->InForkedChild();
    }
  }
};

namespace {

// When the library is loaded: later there may be no memory for it.
[[maybe_unused]] const int registered = pthread_atfork(
    /*prepare=*/nullptr, /*parent=*/nullptr, ForkedChild::TellWitnesses);

}  // namespace

void ForkWitness::EnlistNow() noexcept {
  if (enlisted_.exchange(true, std::memory_order_relaxed)) return;
  next_ = witnesses.load(std::memory_order_relaxed);
  while (!witnesses.compare_exchange_weak(next_, this,
                                          std::memory_order_acq_rel)) {
  }
}

}  // namespace backlerp
