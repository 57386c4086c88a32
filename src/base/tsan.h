// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Tells ThreadSanitizer of an order between threads that it cannot see, because
// a library that is not instrumented makes it. Nothing without the sanitizer.

#ifndef BACKLERP_SRC_BASE_TSAN_H_
#define BACKLERP_SRC_BASE_TSAN_H_

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace backlerp {

// What was done before a release of `mark` has been done after an acquire of
// it.
inline void TsanRelease([[maybe_unused]] void* mark) {
#if defined(__SANITIZE_THREAD__)
  __tsan_release(mark);
#endif
}
inline void TsanAcquire([[maybe_unused]] void* mark) {
#if defined(__SANITIZE_THREAD__)
  __tsan_acquire(mark);
#endif
}

}  // namespace backlerp

#endif  // BACKLERP_SRC_BASE_TSAN_H_
