// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// How much of a large test this run does. See tests/operator/README.md.

#ifndef BACKLERP_TESTS_SUPPORT_LIMITS_H_
#define BACKLERP_TESTS_SUPPORT_LIMITS_H_

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "backlerp/plan.h"

namespace backlerp::test {

// Sanitizers and missing optimisation cost a factor of 10 to 50.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    !defined(NDEBUG)
inline constexpr bool kSlowBuild = true;
#else
inline constexpr bool kSlowBuild = false;
#endif

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kAddressSanitizer = true;
#elif defined(__has_feature)
inline constexpr bool kAddressSanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool kAddressSanitizer = false;
#endif

// The address sanitizer ends the program where operator new would throw.
inline constexpr bool kAllocationsMayFail = !kAddressSanitizer;

// BACKLERP_TEST_BIG=1: tests may take more than 2 GiB of memory.
inline bool BigTestsEnabled() {
  const char* value = std::getenv("BACKLERP_TEST_BIG");
  return value != nullptr && std::string_view(value) == "1";
}

// How often to repeat something that is to be repeated `full` times: a
// twentieth where the build is slow or has no kernel but the scalar reference.
inline int Repeats(int full) {
  const bool scalar = KernelNames().size() <= 2;  // "copy" and "reference"
  return kSlowBuild || scalar ? (full + 19) / 20 : full;
}

// The memory that one case may take for its tensors, in bytes.
inline int64_t MemoryLimit() {
  if (kSlowBuild) return int64_t{4} << 20;
  return BigTestsEnabled() ? int64_t{1} << 40 : int64_t{2} << 30;
}

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_SUPPORT_LIMITS_H_
