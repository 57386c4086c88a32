// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/half.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "gtest/gtest.h"

namespace backlerp {
namespace {

// The value of a 16-bit float from its definition: (-1)^s 2^(e - bias) (1 + m),
// in double, where all of them are exact.
double ValueOf(uint16_t bits, int exponent_bits) {
  const int mantissa_bits = 15 - exponent_bits;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = (bits >> mantissa_bits) & ((1 << exponent_bits) - 1);
  const int mantissa = bits & ((1 << mantissa_bits) - 1);
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1) {
    return mantissa == 0 ? sign * std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  }
  if (exponent == 0) {
    return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
  }
  return sign * std::ldexp((1 << mantissa_bits) + mantissa,
                           exponent - bias - mantissa_bits);
}

uint16_t Narrowed(float value, int exponent_bits) {
  return exponent_bits == 5 ? ToFloat16(value).bits : ToBFloat16(value).bits;
}

class HalfTest : public testing::TestWithParam<int> {};  // exponent bits

TEST_P(HalfTest, EveryValueWidensExactlyAndComesBack) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    const double expected = ValueOf(half, GetParam());
    const float wide =
        GetParam() == 5 ? ToFloat(Float16{half}) : ToFloat(BFloat16{half});
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(wide)) << std::hex << bits;
      ASSERT_EQ(Narrowed(wide, GetParam()),
                GetParam() == 5 ? kNanFloat16 : kNanBFloat16);
      continue;
    }
    ASSERT_EQ(static_cast<double>(wide), expected) << std::hex << bits;
    ASSERT_EQ(std::signbit(wide), std::signbit(expected));
    ASSERT_EQ(Narrowed(wide, GetParam()), half) << std::hex << bits;
  }
}

// Between two neighbours the nearer one wins, and the even one in the middle.
TEST_P(HalfTest, RoundsToNearestEven) {
  const int mantissa_bits = 15 - GetParam();
  const auto infinity =
      static_cast<uint16_t>(((1 << GetParam()) - 1) << mantissa_bits);
  for (uint16_t low = 0; low < infinity; ++low) {
    const auto high = static_cast<uint16_t>(low + 1);
    const double a = ValueOf(low, GetParam());
    // Overflow rounds as if the exponent went on.
    const double b = high == infinity
                         ? std::ldexp(1.0, GetParam() == 5 ? 16 : 128)
                         : ValueOf(high, GetParam());
    const auto middle = static_cast<float>((a + b) / 2);
    const uint16_t even = (low & 1) == 0 ? low : high;
    ASSERT_EQ(Narrowed(middle, GetParam()), even) << low;
    ASSERT_EQ(Narrowed(std::nextafterf(middle, 0), GetParam()), low) << low;
    ASSERT_EQ(Narrowed(std::nextafterf(middle, INFINITY), GetParam()), high)
        << low;
    ASSERT_EQ(Narrowed(-middle, GetParam()), even | 0x8000) << low;
  }
  EXPECT_EQ(Narrowed(INFINITY, GetParam()), infinity);
  EXPECT_EQ(Narrowed(-INFINITY, GetParam()), infinity | 0x8000);
  EXPECT_EQ(Narrowed(-0.0F, GetParam()), 0x8000);
}

INSTANTIATE_TEST_SUITE_P(Types, HalfTest, testing::Values(5, 8),
                         [](const auto& instance) {
                           return instance.param == 5 ? "Float16" : "BFloat16";
                         });

}  // namespace
}  // namespace backlerp
