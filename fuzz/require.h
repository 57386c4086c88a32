// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_FUZZ_REQUIRE_H_
#define BACKLERP_FUZZ_REQUIRE_H_

#include <cstdio>
#include <cstdlib>
#include <string>

namespace backlerp::fuzz {

// A finding: ends the process, which libFuzzer answers by keeping the input.
[[noreturn]] inline void Report(const std::string& what) {
  std::fprintf(stderr, "FINDING: %s\n", what.c_str());
  std::abort();
}

inline void Require(bool holds, const std::string& what) {
  if (!holds) Report(what);
}

}  // namespace backlerp::fuzz

#endif  // BACKLERP_FUZZ_REQUIRE_H_
