// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_BASE_FP_MODE_H_
#define BACKLERP_SRC_BASE_FP_MODE_H_

#include <cfenv>
#include <cstdint>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace backlerp {

// While alive, the thread rounds to nearest, keeps denormals and traps nothing;
// afterwards it has the mode that it had before, exception flags included.
class ScopedDefaultFpMode {
 public:
  ScopedDefaultFpMode() : saved_(Read()) { Write(kDefault); }
  ~ScopedDefaultFpMode() { Write(saved_); }
  ScopedDefaultFpMode(const ScopedDefaultFpMode&) = delete;
  ScopedDefaultFpMode& operator=(const ScopedDefaultFpMode&) = delete;

 private:
#if defined(__SSE2__)
  using Mode = uint32_t;
  static constexpr Mode kDefault = 0x1F80;  // all exceptions masked
  static Mode Read() { return _mm_getcsr(); }
  static void Write(Mode mode) { _mm_setcsr(mode); }
#elif defined(__aarch64__)
  using Mode = uint64_t;
  static constexpr Mode kDefault = 0;
  static Mode Read() {
    Mode mode;
    __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
    return mode;
  }
  static void Write(Mode mode) {
    __asm__ volatile("msr fpcr, %0" : : "r"(mode) : "memory");
  }
#else
  // No flush-to-zero switch is known here beyond what <cfenv> covers.
  using Mode = const fenv_t*;
  inline static const Mode kDefault = FE_DFL_ENV;
  Mode Read() {
    std::fegetenv(&storage_);
    return &storage_;
  }
  static void Write(Mode mode) { std::fesetenv(mode); }
  fenv_t storage_ = {};
#endif
  Mode saved_;
};

}  // namespace backlerp

#endif  // BACKLERP_SRC_BASE_FP_MODE_H_
