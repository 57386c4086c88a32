// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_BASE_CHECKED_H_
#define BACKLERP_SRC_BASE_CHECKED_H_

#include <cstdint>
#include <initializer_list>
#include <optional>

namespace backlerp {

// 64-bit arithmetic that reports overflow as nullopt. An operand that is
// nullopt already stays so, which lets calls be nested.
using Checked = std::optional<int64_t>;

inline Checked CheckedAdd(Checked a, Checked b) {
  int64_t result = 0;
  if (!a || !b || __builtin_add_overflow(*a, *b, &result)) return std::nullopt;
  return result;
}

inline Checked CheckedMul(Checked a, Checked b) {
  int64_t result = 0;
  if (!a || !b || __builtin_mul_overflow(*a, *b, &result)) return std::nullopt;
  return result;
}

inline Checked CheckedProduct(std::initializer_list<int64_t> factors) {
  Checked product = 1;
  for (const int64_t factor : factors) product = CheckedMul(product, factor);
  return product;
}

}  // namespace backlerp

#endif  // BACKLERP_SRC_BASE_CHECKED_H_
