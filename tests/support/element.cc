// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/element.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace backlerp::test {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr FloatFormat kFloat32 = {4, 24, -149, 128, 0x7FC00000u};
constexpr FloatFormat kFloat16 = {2, 11, -24, 16, 0x7E00u};
constexpr FloatFormat kBFloat16 = {2, 8, -133, 128, 0x7FC0u};
constexpr FloatFormat kFloat64 = {8, 53, -1074, 1024, 0x7FF8000000000000u};

// The exponent of the last digit of `value` (finite, not 0).
int LastDigit(const FloatFormat& format, double value) {
  const auto field =
      static_cast<int>((std::bit_cast<uint64_t>(value) >> 52) & 0x7FF);
  return std::max(field - 1022 - format.digits, format.smallest);
}

// 2^exponent, without a call of the library: bounds ask for it per element.
double PowerOfTwo(int exponent) {
  if (exponent < -1022) return std::ldexp(1.0, exponent);
  return std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52);
}

double OverflowToInfinity(const FloatFormat& format, double value) {
  if (format.largest == 1024) return value;
  if (std::abs(value) < std::ldexp(1.0, format.largest)) return value;
  return std::copysign(std::numeric_limits<double>::infinity(), value);
}

bool IsExactEverywhere(double value) {
  return value == 0 || !std::isfinite(value);
}

int ExponentBits(const FloatFormat& format) {
  return static_cast<int>(format.bytes) * 8 - format.digits;
}

// Bits of a finite magnitude that the format holds exactly.
uint64_t EncodeMagnitude(const FloatFormat& format, double magnitude) {
  if (magnitude == 0) return 0;
  const int last = LastDigit(format, magnitude);
  const auto significand = static_cast<uint64_t>(std::ldexp(magnitude, -last));
  // Subnormals have exponent field 0 and no hidden digit: the sum carries into
  // the field by itself, because the hidden digit is the field's unit.
  const auto field = static_cast<uint64_t>(last - format.smallest);
  return (field << (format.digits - 1)) + significand;
}

double DecodeHalf(const FloatFormat& format, uint64_t bits) {
  const uint64_t unit = uint64_t{1} << (format.digits - 1);
  const uint64_t top = (uint64_t{1} << ExponentBits(format)) - 1;
  const uint64_t field = (bits / unit) & top;
  const uint64_t digits = bits % unit;
  double magnitude = 0;
  if (field == top) {
    magnitude = digits == 0 ? std::numeric_limits<double>::infinity()
                            : std::numeric_limits<double>::quiet_NaN();
  } else if (field == 0) {
    magnitude = std::ldexp(static_cast<double>(digits), format.smallest);
  } else {
    magnitude = std::ldexp(static_cast<double>(digits + unit),
                           format.smallest + static_cast<int>(field) - 1);
  }
  return (bits & 0x8000u) != 0 ? -magnitude : magnitude;
}

std::vector<double> HalfTable(const FloatFormat& format) {
  std::vector<double> table(65536);
  for (size_t i = 0; i < table.size(); ++i) table[i] = DecodeHalf(format, i);
  return table;
}

const double* TableOf(DataType dtype) {
  static const std::vector<double> float16 = HalfTable(kFloat16);
  static const std::vector<double> bfloat16 = HalfTable(kBFloat16);
  return dtype == DataType::kFloat16 ? float16.data() : bfloat16.data();
}

template <typename T>
void WidenRow(const void* base, int64_t count, double* values) {
  const auto* bytes = static_cast<const std::byte*>(base);
  for (int64_t i = 0; i < count; ++i) {
    T element;
    std::memcpy(&element, bytes + i * static_cast<int64_t>(sizeof(T)),
                sizeof(T));
    values[i] = element;
  }
}

}  // namespace

const FloatFormat& FormatOf(DataType dtype) {
  switch (dtype) {
    case DataType::kFloat16:
      return kFloat16;
    case DataType::kBFloat16:
      return kBFloat16;
    case DataType::kFloat64:
      return kFloat64;
    case DataType::kFloat32:
      break;
  }
  return kFloat32;
}

double RoundTo(DataType dtype, double value) {
  const FloatFormat& format = FormatOf(dtype);
  if (dtype == DataType::kFloat64 || IsExactEverywhere(value)) return value;
  const int last = LastDigit(format, value);
  const double rounded = std::nearbyint(std::ldexp(value, -last));
  return OverflowToInfinity(format, std::ldexp(rounded, last));
}

double TruncateTo(DataType dtype, double value) {
  if (dtype == DataType::kFloat64 || IsExactEverywhere(value)) return value;
  const int last = LastDigit(FormatOf(dtype), value);
  return std::ldexp(std::trunc(std::ldexp(value, -last)), last);
}

double UlpOf(DataType dtype, double magnitude) {
  const FloatFormat& format = FormatOf(dtype);
  if (!std::isfinite(magnitude)) return magnitude;
  if (magnitude == 0) return PowerOfTwo(format.smallest);
  return PowerOfTwo(LastDigit(format, magnitude));
}

uint64_t Encode(DataType dtype, double value) {
  const FloatFormat& format = FormatOf(dtype);
  if (std::isnan(value)) return format.quiet_nan;
  if (dtype == DataType::kFloat64) return std::bit_cast<uint64_t>(value);
  const double rounded = RoundTo(dtype, value);
  const uint64_t sign = uint64_t{std::signbit(value)} << (format.bytes * 8 - 1);
  if (std::isinf(rounded)) {
    const uint64_t top = (uint64_t{1} << ExponentBits(format)) - 1;
    return sign | (top << (format.digits - 1));
  }
  return sign | EncodeMagnitude(format, std::abs(rounded));
}

double Decode(DataType dtype, uint64_t bits) {
  double value = 0;
  DecodeRow(dtype, &bits, 1, &value);
  return value;
}

uint64_t LoadBits(DataType dtype, const void* base, int64_t index) {
  const auto bytes = static_cast<int64_t>(FormatOf(dtype).bytes);
  uint64_t bits = 0;
  std::memcpy(&bits, static_cast<const std::byte*>(base) + index * bytes,
              static_cast<size_t>(bytes));
  return bits;
}

void StoreBits(DataType dtype, void* base, int64_t index, uint64_t bits) {
  const auto bytes = static_cast<int64_t>(FormatOf(dtype).bytes);
  std::memcpy(static_cast<std::byte*>(base) + index * bytes, &bits,
              static_cast<size_t>(bytes));
}

std::vector<std::byte> EncodeAll(DataType dtype,
                                 const std::vector<double>& values) {
  std::vector<std::byte> bytes(values.size() * FormatOf(dtype).bytes);
  for (size_t i = 0; i < values.size(); ++i) {
    StoreBits(dtype, bytes.data(), static_cast<int64_t>(i),
              Encode(dtype, values[i]));
  }
  return bytes;
}

void DecodeRow(DataType dtype, const void* base, int64_t count,
               double* values) {
  if (dtype == DataType::kFloat32) return WidenRow<float>(base, count, values);
  if (dtype == DataType::kFloat64) return WidenRow<double>(base, count, values);
  const double* table = TableOf(dtype);
  const auto* bytes = static_cast<const std::byte*>(base);
  for (int64_t i = 0; i < count; ++i) {
    uint16_t half = 0;
    std::memcpy(&half, bytes + 2 * i, sizeof(half));
    values[i] = table[half];
  }
}

std::vector<double> DecodeAll(DataType dtype,
                              const std::vector<std::byte>& in) {
  std::vector<double> values(in.size() / FormatOf(dtype).bytes);
  DecodeRow(dtype, in.data(), static_cast<int64_t>(values.size()),
            values.data());
  return values;
}

}  // namespace backlerp::test
