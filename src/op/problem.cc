// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "backlerp/problem.h"

#include <initializer_list>
#include <limits>

#include "base/checked.h"

namespace backlerp {
namespace {

// A stride that no memory has where the product overflows: Plan::Create then
// says so.
int64_t Product(std::initializer_list<int64_t> sizes) {
  return CheckedProduct(sizes).value_or(std::numeric_limits<int64_t>::max());
}

}  // namespace

Strides PackedNchw(int64_t c, int64_t h, int64_t w) {
  return {.n = Product({c, h, w}), .c = Product({h, w}), .h = w, .w = 1};
}

Strides PackedNhwc(int64_t c, int64_t h, int64_t w) {
  return {.n = Product({c, h, w}), .c = 1, .h = Product({w, c}), .w = c};
}

size_t SizeOf(DataType dtype) {
  switch (dtype) {
    case DataType::kFloat16:
    case DataType::kBFloat16:
      return 2;
    case DataType::kFloat64:
      return 8;
    case DataType::kFloat32:
      break;
  }
  return 4;
}

const char* NameOf(DataType dtype) {
  switch (dtype) {
    case DataType::kFloat16:
      return "float16";
    case DataType::kBFloat16:
      return "bfloat16";
    case DataType::kFloat64:
      return "float64";
    case DataType::kFloat32:
      break;
  }
  return "float32";
}

}  // namespace backlerp
