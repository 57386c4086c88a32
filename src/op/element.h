// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Reading and writing one element of each type, for scalar code.

#ifndef BACKLERP_SRC_OP_ELEMENT_H_
#define BACKLERP_SRC_OP_ELEMENT_H_

#include <bit>
#include <cmath>
#include <type_traits>

#include "backlerp/problem.h"
#include "base/half.h"

namespace backlerp {

// The type that sums are made in.
template <typename T>
using AccumulatorOf =
    std::conditional_t<std::is_same_v<T, double>, double, float>;

inline float Widen(float value) { return value; }
inline double Widen(double value) { return value; }
inline float Widen(Float16 value) { return ToFloat(value); }
inline float Widen(BFloat16 value) { return ToFloat(value); }

// Rounds to T once. Which NaN an operation gives differs between instruction
// sets, so that every NaN leaves as the canonical one.
template <typename T>
T Narrow(AccumulatorOf<T> value) {
  if constexpr (std::is_same_v<T, float>) {
    return std::isnan(value) ? std::bit_cast<float>(kNanFloat32) : value;
  } else if constexpr (std::is_same_v<T, double>) {
    return std::isnan(value) ? std::bit_cast<double>(kNanFloat64) : value;
  } else if constexpr (std::is_same_v<T, Float16>) {
    return ToFloat16(value);
  } else {
    return ToBFloat16(value);
  }
}

// Calls visit(T{}) with the C++ type of `dtype`.
template <typename Visit>
auto VisitType(DataType dtype, Visit visit) {
  switch (dtype) {
    case DataType::kFloat16:
      return visit(Float16{});
    case DataType::kBFloat16:
      return visit(BFloat16{});
    case DataType::kFloat64:
      return visit(double{});
    case DataType::kFloat32:
      break;
  }
  return visit(float{});
}

}  // namespace backlerp

#endif  // BACKLERP_SRC_OP_ELEMENT_H_
