// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Runs of the C++ API. A failure is thrown with the status's message.

#ifndef BACKLERP_TESTS_SUPPORT_PLAN_RUN_H_
#define BACKLERP_TESTS_SUPPORT_PLAN_RUN_H_

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "backlerp/plan.h"
#include "backlerp/problem.h"
#include "tests/support/layout.h"
#include "tests/support/shapes.h"

namespace backlerp::test {

void ThrowUnlessOk(const Status& status, const char* call);

// The dims (n, c, h, w) of what a problem reads and writes.
std::array<int64_t, 4> SrcDims(const Problem& problem);
std::array<int64_t, 4> DstDims(const Problem& problem);
void SetSrcStrides(const Strides& strides, Problem* problem);
void SetDstStrides(const Strides& strides, Problem* problem);

// A problem of this shape with packed NCHW strides on both sides.
Problem PackedProblem(const Shape& shape, Direction direction, DataType dtype);
// The same for sizes that have no name; n is 1.
Problem PackedProblem(Direction direction, DataType dtype, int64_t c,
                      int64_t in_h, int64_t in_w, int64_t out_h, int64_t out_w);

// The problem in one line, as C++ would set it: what a failure must say to be
// repeated.
std::string Describe(const Problem& problem);
std::string Describe(const PlanOptions& options);

PlanOptions OnThreads(int threads);

// Runs a problem with packed NCHW strides on both sides; bytes in, bytes out.
std::vector<std::byte> RunPacked(const Problem& problem,
                                 const std::vector<std::byte>& src,
                                 const PlanOptions& options = {});
// The same for values, which are rounded to the problem's type.
std::vector<double> RunPackedValues(const Problem& problem,
                                    const std::vector<double>& src,
                                    const PlanOptions& options = {});

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_SUPPORT_PLAN_RUN_H_
