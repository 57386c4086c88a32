// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Values by hand through the whole of the C API. tests/operator has the many.

#include <cmath>
#include <limits>

#include "tests/aclnn/client.h"

namespace backlerp::testing {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::Pointwise;

using ValuesTest = ClientTest;

MATCHER_P(IsNear, tolerance, "") {
  const float given = std::get<0>(arg);
  const float expected = std::get<1>(arg);
  return std::abs(given - expected) <= tolerance;
}

const std::vector<float>& GradientOfIota() {
  static const std::vector<float> kValues = {21.5F, 29,     36.5F, 66.5F, 74,
                                             81.5F, 111.5F, 119,   126.5F};
  return kValues;
}

std::vector<float> Scaled(std::vector<float> values, float divisor) {
  for (float& value : values) value /= divisor;
  return values;
}

TEST_F(ValuesTest, HalfPixelCentres) {
  for (const Op op : kGradients) {
    EXPECT_EQ(Compute(op, SmallCall(op), Iota(36)), GradientOfIota());
  }
}

TEST_F(ValuesTest, AlignedCornersWhateverTheScales) {
  const auto expected =
      Scaled({396, 738, 711, 1788, 2664, 2208, 2286, 3258, 2601}, 25);
  CallSpec spec = SmallCall(Op::kV2);
  spec.align_corners = true;
  const std::vector<float> without = Compute(Op::kV2, spec, Iota(36));
  EXPECT_THAT(without, Pointwise(IsNear(1e-3F), expected));
  for (const double scale : {2.0, 7.0, 0.3}) {
    spec.scale_h = spec.scale_w = scale;
    EXPECT_EQ(Compute(Op::kV2, spec, Iota(36)), without);
  }
}

TEST_F(ValuesTest, ScalesOfTwo) {
  CallSpec spec = SmallCall(Op::kV2);
  spec.scale_h = spec.scale_w = 2;
  EXPECT_THAT(Compute(Op::kV2, spec, std::vector<float>(36, 1)), Each(4.0F));
}

TEST_F(ValuesTest, AbsentScales) {
  for (const double scale :
       {0.0, -2.0, std::numeric_limits<double>::quiet_NaN(),
        -std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::infinity(), 1e300}) {
    CallSpec spec;
    spec.src.dims = {1, 1, 1, 6};
    spec.output_size = {1, 6};
    spec.input_size = spec.out.dims = {1, 1, 1, 3};
    spec.scale_h = spec.scale_w = scale;
    EXPECT_THAT(Compute(Op::kV2, spec, std::vector<float>(6, 1)), Each(2.0F))
        << scale;
  }
}

TEST_F(ValuesTest, ScalesThatAreUsable) {
  CallSpec spec;
  spec.src.dims = {1, 1, 1, 7};
  spec.output_size = {1, 7};
  spec.input_size = spec.out.dims = {1, 1, 1, 5};
  spec.scale_h = 1;
  spec.scale_w = 1.5;
  const std::vector<float> ones(7, 1);
  EXPECT_THAT(
      Compute(Op::kV2, spec, ones),
      Pointwise(IsNear(1e-5F), std::vector<float>{1.5F, 1.5F, 1.5F, 1.5F, 1}));
  const std::vector<float> by_sizes = Scaled({10, 9, 11, 9, 10}, 7);
  EXPECT_THAT(Compute(Op::kV1, spec, ones), Pointwise(IsNear(1e-5F), by_sizes));
  // One scale alone is no pair.
  spec.scale_h = 0;
  EXPECT_THAT(Compute(Op::kV2, spec, ones), Pointwise(IsNear(1e-5F), by_sizes));
}

TEST_F(ValuesTest, ScalesThatDoNotGiveTheSize) {
  CallSpec spec;
  spec.src.dims = {1, 1, 5, 5};
  spec.output_size = {5, 5};
  spec.input_size = spec.out.dims = {1, 1, 3, 3};
  spec.scale_h = spec.scale_w = 4;
  const std::vector<float> expected = {2.56F, 2.88F, 2.56F, 2.88F, 3.24F,
                                       2.88F, 2.56F, 2.88F, 2.56F};
  EXPECT_THAT(Compute(Op::kV2, spec, std::vector<float>(25, 1)),
              Pointwise(IsNear(1e-5F), expected));
}

TEST_F(ValuesTest, ScalesAtEqualSizes) {
  CallSpec spec;
  spec.src.dims = spec.out.dims = spec.input_size = {1, 1, 4, 7};
  spec.output_size = {4, 7};
  spec.scale_h = spec.scale_w = 1.0239041660002521;
  const std::vector<float> ones(28, 1);
  const std::vector<float> v2 = Compute(Op::kV2, spec, ones);
  EXPECT_NEAR(v2.front(), 1.071265, 1e-5);
  EXPECT_NEAR(v2.back(), 0.778939, 1e-5);
  EXPECT_EQ(Compute(Op::kV1, spec, ones), ones);
  // Forward copies an image of unchanged size.
  EXPECT_EQ(Compute(Op::kForward, spec, Iota(28)), Iota(28));
}

TEST_F(ValuesTest, OutIsWrittenNotAddedTo) {
  CallSpec spec;  // Compute fills out with NaN
  spec.src.dims = {1, 1, 4, 4};
  spec.output_size = {4, 4};
  spec.input_size = spec.out.dims = {1, 1, 16, 16};
  const std::vector<float> out =
      Compute(Op::kV2, spec, std::vector<float>(16, 1));
  int zeros = 0;
  int quarters = 0;
  for (const float value : out) {
    zeros += value == 0;
    quarters += value == 0.25F;
  }
  EXPECT_EQ(zeros, 192);
  EXPECT_EQ(quarters, 64);
}

TEST_F(ValuesTest, EqualSizesAreACopy) {
  for (const Op op : kAllOps) {
    for (const double scale : {0.0, 1.0}) {
      CallSpec spec;
      spec.src.dims = spec.out.dims = spec.input_size = {1, 1, 2, 2};
      spec.output_size = {2, 2};
      spec.scale_h = spec.scale_w = scale;
      EXPECT_EQ(Compute(op, spec, Iota(4)), Iota(4)) << NameOf(op);
      spec.src.format = spec.out.format = ACL_FORMAT_NHWC;
      spec.src.dims = spec.out.dims = spec.input_size = {1, 2, 1, 2};
      spec.output_size = {2, 1};
      EXPECT_EQ(Compute(op, spec, Iota(4)), Iota(4)) << NameOf(op);
    }
  }
}

TEST_F(ValuesTest, Nhwc) {
  for (const Op op : kGradients) {
    CallSpec spec;
    spec.src = {.dims = {1, 6, 6, 1}, .format = ACL_FORMAT_NHWC};
    spec.out = {.dims = {1, 3, 3, 1}, .format = ACL_FORMAT_NHWC};
    spec.input_size = {1, 3, 3, 1};
    spec.output_size = {6, 6};
    EXPECT_EQ(Compute(op, spec, Iota(36)), GradientOfIota());
  }
}

TEST_F(ValuesTest, NhwcWithManyChannelsMeetsTheRatioRuleOnHAndW) {
  // 200 channels: a rule that looked at C would see a ratio below 0.01.
  CallSpec spec;
  spec.src = {.dims = {1, 6, 9, 200}, .format = ACL_FORMAT_NHWC};
  spec.out = {.dims = {1, 2, 3, 200}, .format = ACL_FORMAT_NHWC};
  spec.input_size = {1, 2, 3, 200};
  spec.output_size = {6, 9};
  spec.scale_h = spec.scale_w = 3;
  std::vector<float> values(size_t{54} * 200);
  for (size_t i = 0; i < values.size(); ++i) {
    const size_t pixel = i / 200;
    values[i] = static_cast<float>(pixel + 1);
  }
  const std::vector<float> out = Compute(Op::kV2, spec, values);
  const std::vector<float> expected = {109, 135, 161, 334, 360, 386};
  for (size_t i = 0; i < out.size(); ++i) {
    ASSERT_THAT(out[i], FloatNear(expected[i / 200], 1e-3F)) << i;
  }
}

TEST_F(ValuesTest, Forward) {
  CallSpec spec;
  spec.src.dims = {1, 1, 1, 2};
  spec.out.dims = {1, 1, 1, 4};
  spec.output_size = {1, 4};
  EXPECT_THAT(Compute(Op::kForward, spec, {1, 2}),
              ElementsAre(1, 1.25F, 1.75F, 2));
  // floor(2 * 2.4) == 4: usable, and the ratio is its inverse.
  spec.scale_h = 1;
  spec.scale_w = 2.4;
  EXPECT_THAT(
      Compute(Op::kForward, spec, {1, 2}),
      Pointwise(IsNear(1e-6F),
                std::vector<float>{1, 1.125F, 1 + 13.0F / 24, 1 + 23.0F / 24}));
  // Not a pair, so the sizes decide.
  spec.scale_h = 0;
  EXPECT_THAT(Compute(Op::kForward, spec, {1, 2}),
              ElementsAre(1, 1.25F, 1.75F, 2));
}

TEST_F(ValuesTest, BroadcastInputAndOffsetOutput) {
  CallSpec spec = SmallCall(Op::kV2);
  const DeviceMemory src(sizeof(float));
  src.Write({1});
  spec.src.data = src.data();
  spec.src.strides = {0, 0, 0, 0};
  const DeviceMemory out(64 * sizeof(float));
  out.Write(std::vector<float>(64, -1));
  spec.out.data = out.data();
  spec.out.strides = {72, 36, 12, 2};
  spec.out.offset = 5;
  const Handles handles(spec);
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(PhaseOne(Op::kV2, handles.call(), &workspace_size, &executor),
            ACLNN_SUCCESS)
      << TakeMessage();
  const DeviceMemory workspace(workspace_size);
  ASSERT_EQ(
      PhaseTwo(Op::kV2, workspace.data(), workspace_size, executor, stream()),
      ACLNN_SUCCESS)
      << TakeMessage();
  ASSERT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
  std::vector<float> expected(64, -1);
  for (size_t y = 0; y < 3; ++y) {
    for (size_t x = 0; x < 3; ++x) expected[5 + 12 * y + 2 * x] = 4;
  }
  EXPECT_EQ(out.Read(), expected);
}

}  // namespace
}  // namespace backlerp::testing
