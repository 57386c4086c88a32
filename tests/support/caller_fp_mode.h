// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Floating-point modes as a calling thread may have set them.

#ifndef BACKLERP_TESTS_SUPPORT_CALLER_FP_MODE_H_
#define BACKLERP_TESTS_SUPPORT_CALLER_FP_MODE_H_

#include <cfenv>
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
#endif
    return std::fegetround() == rounding_;
  }

 private:
#if defined(__SSE2__)
  static constexpr unsigned kControlBits = 0xFFC0;
  unsigned control_ = 0;
#endif
  int rounding_;
  std::fenv_t saved_;
};

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_SUPPORT_CALLER_FP_MODE_H_
