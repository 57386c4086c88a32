// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "runtime/check.h"

#include <exception>
#include <new>
#include <system_error>

#include "runtime/runtime.h"
#include "runtime/thread_state.h"

namespace backlerp::runtime {
namespace {

// Formatting may run out of memory; the code then comes without a message.
template <typename... Args>
aclError FailWith(aclError code, fmt::format_string<Args...> format,
                  Args&&... args) noexcept {
  try {
    return Fail(code, fmt::format(format, std::forward<Args>(args)...));
  } catch (...) {
    return Fail(code, "out of memory");
  }
}

}  // namespace

aclError Fail(aclError code, std::string_view message) noexcept {
  try {
    ThisThread().last_error = code;
    ReportError(message);
  } catch (...) {
    return code;
  }
  return code;
}

aclError RejectText(aclError code, const char* function, const char* argument,
                    std::string_view given,
                    std::string_view expected) noexcept {
  return FailWith(code, "{}: {} is {}, expected {}", function, argument, given,
                  expected);
}

aclError RejectNull(const char* function, const char* argument) noexcept {
  return RejectText(ACL_ERROR_INVALID_PARAM, function, argument, "null",
                    "a pointer");
}

aclError RejectHandle(aclError code, const char* function, const char* argument,
                      const void* given, std::string_view expected) noexcept {
  return FailWith(code, "{}: {} is {}, expected {}", function, argument, given,
                  expected);
}

aclError NoContext(const char* function) noexcept {
  return RejectText(ACL_ERROR_RT_CONTEXT_NULL, function,
                    "the thread's current context", "none",
                    "one from aclrtSetDevice or aclrtSetCurrentContext");
}

aclError NotSupported(const char* function, std::string_view reason) noexcept {
  return FailWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "{}: not supported: {}",
                  function, reason);
}

aclError CaughtException(const char* function) noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return FailWith(ACL_ERROR_RT_MEMORY_ALLOCATION, "{}: out of memory",
                    function);
  } catch (const std::system_error& error) {
    return FailWith(ACL_ERROR_RT_NO_STREAM_RESOURCE,
                    "{}: the stream's thread cannot start: {}", function,
                    error.what());
  } catch (const std::exception& error) {
    return FailWith(ACL_ERROR_INTERNAL_ERROR, "{}: {}", function, error.what());
  } catch (...) {
    return FailWith(ACL_ERROR_INTERNAL_ERROR, "{}: unknown exception",
                    function);
  }
}

aclError ParseTimeout(const char* function, int32_t timeout,
                      Deadline* deadline) {
  if (timeout < -1 || timeout == 0) {
    return Reject(ACL_ERROR_RT_PARAM_INVALID, function, "timeout", timeout,
                  "-1 or a positive number of milliseconds");
  }
  if (timeout > 0) {
    *deadline =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout);
  }
  return ACL_SUCCESS;
}

}  // namespace backlerp::runtime
