// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The two 16-bit types and their conversions: widening is exact, narrowing
// rounds once to nearest, ties to even, on every machine. Every NaN narrows to
// the canonical quiet NaN, so that payloads cannot differ between machines.

#ifndef BACKLERP_SRC_BASE_HALF_H_
#define BACKLERP_SRC_BASE_HALF_H_

#include <bit>
#include <cstdint>

namespace backlerp {

struct Float16 {
  uint16_t bits;
};
struct BFloat16 {
  uint16_t bits;
};

inline constexpr uint32_t kNanFloat32 = 0x7FC00000u;
inline constexpr uint64_t kNanFloat64 = 0x7FF8000000000000u;
inline constexpr uint16_t kNanFloat16 = 0x7E00u;
inline constexpr uint16_t kNanBFloat16 = 0x7FC0u;

inline float ToFloat(BFloat16 value) {
  return std::bit_cast<float>(static_cast<uint32_t>(value.bits) << 16);
}

inline float ToFloat(Float16 value) {
  const uint32_t sign = static_cast<uint32_t>(value.bits & 0x8000u) << 16;
  const uint32_t exponent = (value.bits >> 10) & 0x1Fu;
  uint32_t mantissa = value.bits & 0x3FFu;
  if (exponent == 0x1F) {  // Inf, NaN
    return std::bit_cast<float>(sign | 0x7F800000u | (mantissa << 13));
  }
  if (exponent != 0) {
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) |
                                (mantissa << 13));
  }
  if (mantissa == 0) return std::bit_cast<float>(sign);
  // Subnormal: shift the leading one into the hidden bit's place.
  const int shift = std::countl_zero(mantissa) - 21;
  mantissa = (mantissa << shift) & 0x3FFu;
  return std::bit_cast<float>(sign | ((113u - shift) << 23) | (mantissa << 13));
}

inline BFloat16 ToBFloat16(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return {kNanBFloat16};
  const uint32_t round = 0x7FFFu + ((bits >> 16) & 1u);
  return {static_cast<uint16_t>((bits + round) >> 16)};
}

inline Float16 ToFloat16(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  const auto sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
  const uint32_t magnitude = bits & 0x7FFFFFFFu;
  if (magnitude > 0x7F800000u) return {kNanFloat16};
  // From 65520, the middle between 65504 and 65536, on: Inf.
  if (magnitude >= 0x477FF000u) return {static_cast<uint16_t>(sign | 0x7C00u)};
  const uint32_t exponent = magnitude >> 23;
  uint32_t mantissa = magnitude & 0x7FFFFFu;
  uint32_t shift = 13;
  uint32_t base = 0;
  if (exponent < 113) {  // subnormal in fp16: the hidden bit becomes explicit
    if (exponent < 102) return {sign};
    mantissa |= 0x800000u;
    shift = 126 - exponent;
  } else {
    base = (exponent - 112) << 10;
  }
  const uint32_t lsb = (mantissa >> shift) & 1u;
  const uint32_t round = (1u << (shift - 1)) - 1 + lsb;
  return {static_cast<uint16_t>(sign | (base + ((mantissa + round) >> shift)))};
}

}  // namespace backlerp

#endif  // BACKLERP_SRC_BASE_HALF_H_
