// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "backlerp/problem.h"

namespace backlerp {

Strides PackedNchw(int64_t c, int64_t h, int64_t w) {
  return {.n = c * h * w, .c = h * w, .h = w, .w = 1};
}

Strides PackedNhwc(int64_t c, int64_t h, int64_t w) {
  return {.n = c * h * w, .c = 1, .h = w * c, .w = c};
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
