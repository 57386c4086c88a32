// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// How a C function of the runtime refuses: with a code, a message that names
// the function, the argument, what was given and what was expected, and the
// thread's last error set.

#ifndef BACKLERP_SRC_RUNTIME_CHECK_H_
#define BACKLERP_SRC_RUNTIME_CHECK_H_

#include <chrono>
#include <optional>
#include <string_view>

#include "acl/acl.h"
#include "fmt/format.h"

namespace backlerp::runtime {

// All return `code`.
aclError Fail(aclError code, std::string_view message) noexcept;
aclError RejectText(aclError code, const char* function, const char* argument,
                    std::string_view given, std::string_view expected) noexcept;

template <typename T>
aclError Reject(aclError code, const char* function, const char* argument,
                const T& given, std::string_view expected) {
  return RejectText(code, function, argument, fmt::format("{}", given),
                    expected);
}

aclError RejectNull(const char* function, const char* argument) noexcept;
aclError RejectHandle(aclError code, const char* function, const char* argument,
                      const void* given, std::string_view expected) noexcept;
aclError NoContext(const char* function) noexcept;
aclError NotSupported(const char* function, std::string_view reason) noexcept;

// For catch (...): the code of the exception that is being handled.
aclError CaughtException(const char* function) noexcept;

// When a wait gives up; empty: never.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;

// A timeout argument in milliseconds, -1 for none.
aclError ParseTimeout(const char* function, int32_t timeout,
                      Deadline* deadline);

}  // namespace backlerp::runtime

// In a C function: leaves with 100000 where the argument is null.
#define BACKLERP_RETURN_IF_NULL(argument)                          \
  do {                                                             \
    if ((argument) == nullptr) {                                   \
      return ::backlerp::runtime::RejectNull(__func__, #argument); \
    }                                                              \
  } while (false)

#define BACKLERP_RETURN_IF_ERROR(expression)          \
  do {                                                \
    const aclError error_code = (expression);         \
    if (error_code != ACL_SUCCESS) return error_code; \
  } while (false)

#endif  // BACKLERP_SRC_RUNTIME_CHECK_H_
