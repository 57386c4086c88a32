// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/element_type.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "base/half.h"

namespace backlerp::cli {
namespace {

struct TypeName {
  const char* name;
  DataType dtype;
};
constexpr TypeName kTypeNames[] = {
    {"float32", DataType::kFloat32}, {"float16", DataType::kFloat16},
    {"float64", DataType::kFloat64}, {"bfloat16", DataType::kBFloat16},
    {"fp32", DataType::kFloat32},    {"fp16", DataType::kFloat16},
    {"fp64", DataType::kFloat64},    {"bf16", DataType::kBFloat16},
};

double Widen(float value) { return static_cast<double>(value); }
double Widen(double value) { return value; }
double Widen(Float16 value) { return Widen(ToFloat(value)); }
double Widen(BFloat16 value) { return Widen(ToFloat(value)); }

template <typename T>
void LoadRowOf(const std::byte* first, int64_t stride,
               std::span<double> values) {
  const int64_t step = stride * static_cast<int64_t>(sizeof(T));
  for (double& value : values) {
    T element;
    std::memcpy(&element, first, sizeof(T));
    value = Widen(element);
    first += step;
  }
}

// Rounded towards zero, with an odd last bit wherever that was not exact: a
// second rounding to a shorter type then gives what one rounding gives.
float RoundToOdd(double value) {
  const auto nearest = static_cast<float>(value);
  if (Widen(nearest) == value) return nearest;
  auto bits = std::bit_cast<uint32_t>(nearest);
  if (std::abs(Widen(nearest)) > std::abs(value)) --bits;
  return std::bit_cast<float>(bits | 1u);
}

// The values of a type in their order, as integers without gaps.
template <typename Bits>
int64_t Rank(Bits bits) {
  constexpr Bits kSign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
  const auto magnitude =
      static_cast<int64_t>(static_cast<uint64_t>(bits & ~kSign));
  return (bits & kSign) != 0 ? -magnitude : magnitude;
}

int64_t RankOf(DataType dtype, double value) {
  switch (dtype) {
    case DataType::kFloat32:
      return Rank(std::bit_cast<uint32_t>(static_cast<float>(value)));
    case DataType::kFloat16:
      return Rank(ToFloat16(RoundToOdd(value)).bits);
    case DataType::kBFloat16:
      return Rank(ToBFloat16(RoundToOdd(value)).bits);
    case DataType::kFloat64:
      return Rank(std::bit_cast<uint64_t>(value));
  }
  return 0;
}

}  // namespace

const std::vector<std::string>& DataTypeNames() {
  static const auto& names = *new const std::vector<std::string>([] {
    std::vector<std::string> all;
    for (const TypeName& entry : kTypeNames) all.emplace_back(entry.name);
    return all;
  }());
  return names;
}

DataType ParseDataType(std::string_view name) {
  for (const TypeName& entry : kTypeNames) {
    if (name == entry.name) return entry.dtype;
  }
  return DataType::kFloat32;
}

void LoadRow(DataType dtype, const std::byte* first, int64_t stride,
             std::span<double> values) {
  switch (dtype) {
    case DataType::kFloat32:
      return LoadRowOf<float>(first, stride, values);
    case DataType::kFloat16:
      return LoadRowOf<Float16>(first, stride, values);
    case DataType::kBFloat16:
      return LoadRowOf<BFloat16>(first, stride, values);
    case DataType::kFloat64:
      return LoadRowOf<double>(first, stride, values);
  }
}

uint64_t UlpDistance(DataType dtype, double a, double b) {
  const int64_t first = RankOf(dtype, a);
  const int64_t second = RankOf(dtype, b);
  // Two float64 of opposite signs may be farther apart than int64_t counts.
  return first > second
             ? static_cast<uint64_t>(first) - static_cast<uint64_t>(second)
             : static_cast<uint64_t>(second) - static_cast<uint64_t>(first);
}

}  // namespace backlerp::cli
