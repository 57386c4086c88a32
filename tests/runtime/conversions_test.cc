// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <cstring>
#include <limits>

#include "acl/acl.h"
#include "gmock/gmock.h"

namespace backlerp::test {
namespace {

TEST(ConversionsTest, HalfToFloatHasNoInfAndNoNan) {
  EXPECT_EQ(aclFloat16ToFloat(0x3C00), 1.0f);
  EXPECT_EQ(aclFloat16ToFloat(0xC000), -2.0f);
  EXPECT_EQ(aclFloat16ToFloat(0x7BFF), 65504.0f);
  EXPECT_EQ(aclFloat16ToFloat(0x0001), std::ldexp(1.0f, -24));
  EXPECT_EQ(aclFloat16ToFloat(0x83FF), -std::ldexp(1023.0f, -24));
  EXPECT_TRUE(std::signbit(aclFloat16ToFloat(0x8000)));
  EXPECT_EQ(aclFloat16ToFloat(0x7C00), 65536.0f);
  EXPECT_EQ(aclFloat16ToFloat(0xFC00), -65536.0f);
  EXPECT_EQ(aclFloat16ToFloat(0x7E00), 98304.0f);
}

TEST(ConversionsTest, FloatToHalfSaturates) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  for (const float large : {65520.0f, 1e30f, kInf, kNan}) {
    EXPECT_EQ(aclFloatToFloat16(large), 0x7BFF);
    EXPECT_EQ(aclFloatToFloat16(-large), 0xFBFF);
  }
}

TEST(ConversionsTest, FloatToHalfRoundsToNearestEven) {
  EXPECT_EQ(aclFloatToFloat16(0.0f), 0x0000);
  EXPECT_EQ(aclFloatToFloat16(-0.0f), 0x8000);
  EXPECT_EQ(aclFloatToFloat16(65519.0f), 0x7BFF);
  EXPECT_EQ(aclFloatToFloat16(1.0f + std::ldexp(1.0f, -11)), 0x3C00);
  EXPECT_EQ(aclFloatToFloat16(1.0f + std::ldexp(3.0f, -11)), 0x3C02);
  EXPECT_EQ(aclFloatToFloat16(std::ldexp(1.0f, -25)), 0x0000);
  EXPECT_EQ(aclFloatToFloat16(std::ldexp(1.001f, -25)), 0x0001);
  EXPECT_EQ(aclFloatToFloat16(std::ldexp(1.5f, -24)), 0x0002);
}

TEST(ConversionsTest, RoundTripOfEveryHalf) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<aclFloat16>(bits);
    const bool large = (bits & 0x7C00) == 0x7C00;
    const auto expected =
        static_cast<aclFloat16>(large ? (bits & 0x8000) | 0x7BFF : bits);
    ASSERT_EQ(aclFloatToFloat16(aclFloat16ToFloat(half)), expected) << bits;
  }
}

TEST(ConversionsTest, DataTypeSizes) {
  const auto expect = [](size_t size,
                         std::initializer_list<aclDataType> types) {
    for (const aclDataType type : types) {
      EXPECT_EQ(aclDataTypeSize(type), size) << type;
    }
  };
  expect(0, {ACL_STRING, ACL_DT_UNDEFINED});
  expect(1, {ACL_INT8, ACL_UINT8, ACL_BOOL, ACL_INT4, ACL_UINT1, ACL_HIFLOAT8,
             ACL_FLOAT8_E5M2, ACL_FLOAT8_E4M3FN, ACL_FLOAT8_E8M0});
  expect(2, {ACL_FLOAT16, ACL_BF16, ACL_INT16, ACL_UINT16});
  expect(4, {ACL_FLOAT, ACL_INT32, ACL_UINT32, ACL_COMPLEX32});
  expect(8, {ACL_INT64, ACL_UINT64, ACL_DOUBLE, ACL_COMPLEX64, ACL_FLOAT6_E3M2,
             ACL_FLOAT4_E1M2, static_cast<aclDataType>(5)});
  expect(16, {ACL_COMPLEX128});
}

TEST(AppLogTest, PrintsAtTheLevelsThatAreOn) {
  testing::internal::CaptureStderr();
  ACL_APP_LOG(ACL_ERROR, "%d of %s", 3, "x");
  ACL_APP_LOG(ACL_ERROR, "plain");
  ACL_APP_LOG(ACL_DEBUG, "hidden");
  aclAppLog(ACL_ERROR, nullptr, nullptr, 1, nullptr);
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, testing::HasSubstr("TestBody: 3 of x\n"));
  EXPECT_THAT(log, testing::HasSubstr("conversions_test.cc"));
  EXPECT_THAT(log, testing::HasSubstr("TestBody: plain\n"));
  EXPECT_THAT(log, testing::Not(testing::HasSubstr("hidden")));
}

}  // namespace
}  // namespace backlerp::test
