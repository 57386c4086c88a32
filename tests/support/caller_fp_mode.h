// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Floating-point modes as a calling thread may have set them.

#ifndef BACKLERP_TESTS_SUPPORT_CALLER_FP_MODE_H_
#define BACKLERP_TESTS_SUPPORT_CALLER_FP_MODE_H_

#include <cfenv>
#include <cstdint>
#include <string>
#include <vector>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace backlerp::test {

struct CallerFpMode {
  std::string name;
  int rounding;          // FE_...
  bool flush_denormals;  // FTZ and DAZ; ignored where tests cannot set them
};

inline std::vector<CallerFpMode> CallerFpModes() {
  std::vector<CallerFpMode> modes;
  for (const bool flush : {false, true}) {
    const std::string suffix = flush ? "Flush" : "";
    modes.push_back({"ToNearest" + suffix, FE_TONEAREST, flush});
    modes.push_back({"Upward" + suffix, FE_UPWARD, flush});
    modes.push_back({"Downward" + suffix, FE_DOWNWARD, flush});
    modes.push_back({"TowardZero" + suffix, FE_TOWARDZERO, flush});
  }
  return modes;
}

// Sets the calling thread's mode, and puts the former one back at its end.
class ScopedCallerFpMode {
 public:
  explicit ScopedCallerFpMode(const CallerFpMode& mode) {
    std::fegetenv(&saved_);
    std::fesetround(mode.rounding);
#if defined(__SSE2__)
    constexpr unsigned kFlushBits = 0x8040;  // FTZ, DAZ
    if (mode.flush_denormals) _mm_setcsr(_mm_getcsr() | kFlushBits);
    control_ = _mm_getcsr() & kControlBits;
#elif defined(__aarch64__)
    constexpr uint64_t kFlushBits = 0x1080000;  // FZ, FZ16
    if (mode.flush_denormals) SetFpcr(Fpcr() | kFlushBits);
    control_ = Fpcr();
#endif
    rounding_ = mode.rounding;
  }
  ~ScopedCallerFpMode() { std::fesetenv(&saved_); }
  ScopedCallerFpMode(const ScopedCallerFpMode&) = delete;
  ScopedCallerFpMode& operator=(const ScopedCallerFpMode&) = delete;

  // Whether the thread still has the mode that this object gave it. The sticky
  // exception flags are no part of a mode.
  bool StillSet() const {
#if defined(__SSE2__)
    if ((_mm_getcsr() & kControlBits) != control_) return false;
#elif defined(__aarch64__)
    if (Fpcr() != control_) return false;
#endif
    return std::fegetround() == rounding_;
  }

 private:
#if defined(__SSE2__)
  static constexpr unsigned kControlBits = 0xFFC0;
  unsigned control_ = 0;
#elif defined(__aarch64__)
  static uint64_t Fpcr() {
    uint64_t fpcr = 0;
    asm volatile("mrs %0, fpcr" : "=r"(fpcr));
    return fpcr;
  }
  static void SetFpcr(uint64_t fpcr) {
    asm volatile("msr fpcr, %0" : : "r"(fpcr));
  }
  uint64_t control_ = 0;
#endif
  int rounding_;
  std::fenv_t saved_;
};

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_SUPPORT_CALLER_FP_MODE_H_
