// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/random.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numbers>

#include "tests/support/element.h"

namespace backlerp::test {
namespace {

constexpr int64_t kPoolElements = int64_t{1} << 20;

// splitmix64: neighbouring numbers become unrelated ones.
uint64_t Scramble(uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

uint64_t SpecialBits(DataType dtype, Random* random) {
  const FloatFormat& format = FormatOf(dtype);
  const uint64_t sign = (random->Bits() & 1) << (format.bytes * 8 - 1);
  const uint64_t infinity = Encode(dtype, INFINITY);
  const uint64_t unit = uint64_t{1} << (format.digits - 1);
  switch (random->Between(0, 4)) {
    case 0:
      return sign | infinity;
    case 1:  // a NaN, quiet or signalling, with any payload but 0
      return sign | infinity | (random->Bits() % (unit - 1) + 1);
    case 2:
      return sign;
    case 3:
      return sign | (random->Bits() % unit);
    default:
      return sign | (infinity - 1);
  }
}

}  // namespace

uint64_t Seed() {
  static const uint64_t seed = [] {
    const char* text = std::getenv("BACKLERP_TEST_SEED");
    return text == nullptr ? uint64_t{20260801}
                           : std::strtoull(text, nullptr, 0);
  }();
  return seed;
}

int64_t Random::Between(int64_t first, int64_t last) {
  const auto range = static_cast<uint64_t>(last - first) + 1;
  return first + static_cast<int64_t>(Bits() % range);
}

double Random::Normal() {
  const auto uniform = [this] {
    return (static_cast<double>(Bits() >> 11) + 0.5) * 0x1p-53;
  };
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

std::vector<double> Normals(DataType dtype, int64_t count, uint64_t seed) {
  Random random(seed);
  std::vector<double> values(static_cast<size_t>(count));
  for (double& value : values) value = RoundTo(dtype, random.Normal());
  return values;
}

NormalPool::NormalPool(DataType dtype)
    : element_(FormatOf(dtype).bytes),
      pool_(EncodeAll(dtype, Normals(dtype, kPoolElements, Seed()))) {}

void NormalPool::FillPlane(uint64_t plane, int64_t height, int64_t width,
                           std::byte* to) const {
  uint64_t state = Scramble(plane);
  int64_t left = height * width;
  while (left > 0) {
    // A prime piece, so that pieces end anywhere in a row.
    const int64_t piece = std::min<int64_t>(left, 4099);
    state = Scramble(state);
    const auto start = static_cast<int64_t>(
        state % static_cast<uint64_t>(kPoolElements - piece));
    const size_t bytes = static_cast<size_t>(piece) * element_;
    std::memcpy(to, pool_.data() + static_cast<size_t>(start) * element_,
                bytes);
    to += bytes;
    left -= piece;
  }
}

std::vector<std::byte> SpecialMix(DataType dtype, int64_t count, int64_t rarity,
                                  Random* random) {
  std::vector<std::byte> bytes(static_cast<size_t>(count) *
                               FormatOf(dtype).bytes);
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t bits = random->OneIn(rarity)
                              ? SpecialBits(dtype, random)
                              : Encode(dtype, random->Normal());
    StoreBits(dtype, bytes.data(), i, bits);
  }
  return bytes;
}

}  // namespace backlerp::test
