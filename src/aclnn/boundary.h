// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The edge between C and C++: inside, functions answer with a Verdict and may
// throw; outside, there are codes, null pointers and aclGetRecentErrMsg().

#ifndef BACKLERP_SRC_ACLNN_BOUNDARY_H_
#define BACKLERP_SRC_ACLNN_BOUNDARY_H_

#include <utility>

#include "aclnn/verdict.h"

namespace backlerp::aclnn {

// Puts "<function>: <message>" into the thread's error text; returns the code.
aclnnStatus Report(const char* function, const Verdict& verdict) noexcept;

// To be called in a catch block: reports the exception there, returns `code`.
aclnnStatus ReportException(const char* function, aclnnStatus code) noexcept;

// Runs `body`, which returns a Verdict, as the C function `function`; an
// exception is answered with `code_of_exception`.
template <typename Body>
aclnnStatus Guarded(const char* function, Body&& body,
                    aclnnStatus code_of_exception = ACLNN_ERR_INNER) noexcept {
  try {
    const Verdict verdict = std::forward<Body>(body)();
    return verdict.ok() ? ACLNN_SUCCESS : Report(function, verdict);
  } catch (...) {
    return ReportException(function, code_of_exception);
  }
}

// The same for a function that makes a handle: `body` writes it to its argument
// and null is returned on failure.
template <typename Handle, typename Body>
Handle* GuardedCreate(const char* function, Body&& body) noexcept {
  Handle* handle = nullptr;
  const aclnnStatus code =
      Guarded(function, [&] { return std::forward<Body>(body)(&handle); });
  return code == ACLNN_SUCCESS ? handle : nullptr;
}

}  // namespace backlerp::aclnn

#endif  // BACKLERP_SRC_ACLNN_BOUNDARY_H_
