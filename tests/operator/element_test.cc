// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The tests' own conversions of half types, on which other tests rely.

#include "tests/support/element.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

namespace backlerp::test {
namespace {

constexpr auto kF16 = DataType::kFloat16;
constexpr auto kBf16 = DataType::kBFloat16;

TEST(Element, KnownHalves) {
  EXPECT_EQ(Encode(kF16, 1), 0x3C00u);
  EXPECT_EQ(Encode(kF16, -2), 0xC000u);
  EXPECT_EQ(Encode(kF16, 65504), 0x7BFFu);
  EXPECT_EQ(Encode(kF16, 0x1p-14), 0x0400u);
  EXPECT_EQ(Encode(kF16, 0x1p-24), 0x0001u);
  EXPECT_EQ(Encode(kF16, -0.0), 0x8000u);
  EXPECT_EQ(Encode(kF16, INFINITY), 0x7C00u);
  EXPECT_EQ(Encode(kF16, NAN), 0x7E00u);
  EXPECT_EQ(Encode(kBf16, 1), 0x3F80u);
  EXPECT_EQ(Encode(kBf16, 0x1p-133), 0x0001u);
  EXPECT_EQ(Encode(kBf16, -INFINITY), 0xFF80u);
  EXPECT_EQ(Encode(kBf16, NAN), 0x7FC0u);
}

TEST(Element, RoundsTiesToEvenAndOverflows) {
  EXPECT_EQ(RoundTo(kF16, 2049), 2048);
  EXPECT_EQ(RoundTo(kF16, 2051), 2052);
  EXPECT_EQ(RoundTo(kF16, 65519.9), 65504);
  EXPECT_EQ(RoundTo(kF16, 65520), INFINITY);
  EXPECT_EQ(RoundTo(kF16, 0x1p-25), 0);
  EXPECT_EQ(RoundTo(kF16, 0x1.8p-25), 0x1p-24);
  EXPECT_EQ(RoundTo(kBf16, 257), 256);
  EXPECT_EQ(RoundTo(kBf16, 259), 260);
  EXPECT_EQ(TruncateTo(kBf16, 259), 258);
}

TEST(Element, EveryHalfSurvivesTheRoundTrip) {
  for (const DataType dtype : {kF16, kBf16}) {
    for (uint64_t bits = 0; bits < 65536; ++bits) {
      const double value = Decode(dtype, bits);
      if (std::isnan(value)) continue;
      ASSERT_EQ(Encode(dtype, value), bits) << NameOf(dtype);
    }
  }
}

TEST(Element, FloatsAreTheCompilersFloats) {
  for (const float value : {0.0F, 1.0F, -1.5F, 3.4e38F, 1e-45F, 1.17549e-38F}) {
    EXPECT_EQ(Encode(DataType::kFloat32, value),
              std::bit_cast<uint32_t>(value));
    EXPECT_EQ(RoundTo(DataType::kFloat32, value), value);
  }
  EXPECT_EQ(RoundTo(DataType::kFloat32, 0.1), 0.1F);
}

TEST(Element, UlpIsTheDistanceToTheNextValue) {
  EXPECT_EQ(UlpOf(kF16, 1), 0x1p-10);
  EXPECT_EQ(UlpOf(kF16, 0x1p-20), 0x1p-24);
  EXPECT_EQ(UlpOf(kBf16, 1.9), 0x1p-7);
  EXPECT_EQ(UlpOf(DataType::kFloat32, 2), 0x1p-22);
}

TEST(Element, RowsAreReadWithoutAlignment) {
  const std::vector<std::byte> bytes = EncodeAll(kF16, {0, 1, 2});
  std::vector<std::byte> shifted(bytes.size() + 1);
  std::copy(bytes.begin(), bytes.end(), shifted.begin() + 1);
  std::vector<double> values(3);
  DecodeRow(kF16, shifted.data() + 1, 3, values.data());
  EXPECT_EQ(values, (std::vector<double>{0, 1, 2}));
}

}  // namespace
}  // namespace backlerp::test
