// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Elements of the four data types as tests see them: every value is a double,
// and the conversions are arithmetic on doubles. Written apart from
// src/base/half.h, which works on bits, so that each can judge the other.

#ifndef BACKLERP_TESTS_SUPPORT_ELEMENT_H_
#define BACKLERP_TESTS_SUPPORT_ELEMENT_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backlerp/problem.h"

namespace backlerp::test {

// What tells the binary floating-point formats apart.
struct FloatFormat {
  size_t bytes;
  int digits;          // of the significand, the hidden one included
  int smallest;        // the smallest positive value is 2^smallest
  int largest;         // finite values are below 2^largest
  uint64_t quiet_nan;  // the bits of the one NaN that results may hold
};
const FloatFormat& FormatOf(DataType dtype);

// `value` rounded once, to nearest with ties to even; beyond the largest finite
// value it becomes infinite as IEEE 754 has it.
double RoundTo(DataType dtype, double value);

// Rounded towards zero: the mistake that tests must be able to see.
double TruncateTo(DataType dtype, double value);

// The distance from `magnitude` to the next larger value of the type.
double UlpOf(DataType dtype, double magnitude);

// The bits of RoundTo(dtype, value), in the low bytes. NaN gives quiet_nan.
uint64_t Encode(DataType dtype, double value);
double Decode(DataType dtype, uint64_t bits);

// Memory holds elements of `dtype` one after the other, without alignment.
uint64_t LoadBits(DataType dtype, const void* base, int64_t index);
void StoreBits(DataType dtype, void* base, int64_t index, uint64_t bits);
std::vector<std::byte> EncodeAll(DataType dtype,
                                 const std::vector<double>& values);
void DecodeRow(DataType dtype, const void* base, int64_t count, double* values);
std::vector<double> DecodeAll(DataType dtype, const std::vector<std::byte>& in);

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_SUPPORT_ELEMENT_H_
