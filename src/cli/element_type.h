// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The element types of files: their names, and their values as doubles, which
// hold all four types exactly.

#ifndef BACKLERP_SRC_CLI_ELEMENT_TYPE_H_
#define BACKLERP_SRC_CLI_ELEMENT_TYPE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backlerp/problem.h"

namespace backlerp::cli {

// What --dtype takes: float32, float16, float64, bfloat16, and fp32, fp16,
// fp64, bf16 for short.
const std::vector<std::string>& DataTypeNames();

// `name` must be one of DataTypeNames().
DataType ParseDataType(std::string_view name);

// Reads values.size() elements; the first is at `first`, and each next one
// `stride` elements on. Memory need not be aligned.
void LoadRow(DataType dtype, const std::byte* first, int64_t stride,
             std::span<double> values);

// How many steps from one value of `dtype` to the next lead from `a` to `b`,
// both rounded to that type first; 0 and -0 are the same. Neither is a NaN.
uint64_t UlpDistance(DataType dtype, double a, double b);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_ELEMENT_TYPE_H_
