// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The numeric contract of docs/numerics.md, bit for bit, as the plainest loop
// over a packed problem. It shares no code with src/, whose own "reference"
// kernel is held against it.

#ifndef BACKLERP_TESTS_SUPPORT_CONTRACT_LOOP_H_
#define BACKLERP_TESTS_SUPPORT_CONTRACT_LOOP_H_

#include <cstddef>
#include <vector>

#include "backlerp/problem.h"

namespace backlerp::test {

// `src` and the result are packed in NCHW order; the problem's strides do not
// matter.
std::vector<std::byte> EvaluateByContract(const Problem& problem,
                                          const std::vector<std::byte>& src);

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_SUPPORT_CONTRACT_LOOP_H_
