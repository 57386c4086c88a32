// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_TESTS_DIGEST_PROBLEM_LIST_H_
#define BACKLERP_TESTS_DIGEST_PROBLEM_LIST_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "backlerp/problem.h"
#include "tests/digest/values.h"

namespace backlerp::test {

// A problem whose result's digest is committed.
struct DigestCase {
  std::string name;  // says everything; the values' seed is made from it
  Problem problem;   // packed, in NCHW order
  Values values;

  int64_t elements() const;            // of both tensors
  std::vector<std::byte> src() const;  // packed, in NCHW order
};

// All types and directions of every shape of the list; what else can differ
// (modes, scales, coordinates, values) takes turns.
std::vector<DigestCase> DigestCases();

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_DIGEST_PROBLEM_LIST_H_
