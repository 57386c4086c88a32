// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_RUNTIME_SPIN_H_
#define BACKLERP_SRC_RUNTIME_SPIN_H_

#include <chrono>

namespace backlerp::runtime {

// How long a thread looks before it sleeps. To wake a sleeper takes the kernel
// some 5 to 15 us, more than a small operator runs. The bound is short because
// where other processes want the CPU too, spinning is what keeps the awaited
// thread from running: an empty task took 13 us there without any spinning and
// 110 us with 50 us of it.
inline constexpr std::chrono::microseconds kSpinTime{20};

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
  } while (std::chrono::steady_clock::now() < end);
  return done();
}

}  // namespace backlerp::runtime

#endif  // BACKLERP_SRC_RUNTIME_SPIN_H_
