// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Tells ThreadSanitizer of an order between threads that it cannot see, because
// code that is not instrumented makes it. Nothing but with BACKLERP_TSAN, which
// the build defines for the files that are not instrumented themselves.

#ifndef BACKLERP_SRC_BASE_TSAN_H_
#define BACKLERP_SRC_BASE_TSAN_H_

#ifdef BACKLERP_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace backlerp {

// What was done before a release of `mark` has been done after an acquire of
// it.
inline void TsanRelease([[maybe_unused]] void* mark) {
#ifdef BACKLERP_TSAN
  __tsan_release(mark);
#endif
}
inline void TsanAcquire([[maybe_unused]] void* mark) {
#ifdef BACKLERP_TSAN
  __tsan_acquire(mark);
#endif
}

}  // namespace backlerp

#endif  // BACKLERP_SRC_BASE_TSAN_H_
