// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_RUNTIME_SPIN_H_
#define BACKLERP_SRC_RUNTIME_SPIN_H_

#include <chrono>
#include <thread>

namespace backlerp::runtime {

// How long a thread looks before it sleeps. To wake a sleeper takes the kernel
// some 5 to 15 us, more than a small operator runs; the bound keeps an idle
// stream from costing anything. An empty task, submitted and synchronised, took
// 11 to 14 us without spinning and 1.4 to 7 us with it (2 CPUs, not idle).
inline constexpr std::chrono::microseconds kSpinTime{50};

// False on a machine where spinning could only delay what is waited for.
bool SpinningHelps();

inline void CpuRelax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

// Looks for `done()` to become true, for up to kSpinTime; its last value.
template <typename Predicate>
bool SpinUntil(const Predicate& done) {
  if (done()) return true;
  if (!SpinningHelps()) return false;
  const auto end = std::chrono::steady_clock::now() + kSpinTime;
  do {
    for (int i = 0; i < 32; ++i) {
      if (done()) return true;
      CpuRelax();
    }
    // The awaited thread may be waiting for this very CPU. Without this, a busy
    // machine made it 110 us.
    std::this_thread::yield();
  } while (std::chrono::steady_clock::now() < end);
  return done();
}

}  // namespace backlerp::runtime

#endif  // BACKLERP_SRC_RUNTIME_SPIN_H_
