// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// BACKLERP_SOC, BACKLERP_STRICT, BACKLERP_KERNEL and BACKLERP_LOG as they show
// through the C API.

#include <limits>

#include "tests/aclnn/client.h"

namespace backlerp::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

using ProfilesTest = ClientTest;

struct Product {
  const char* soc;
  bool bf16_v2;
  bool bf16_v1;
  // 1x5 <- 1x7 of ones with scales 1 and 1.5: does scalesW count?
  bool scales_v2;
  bool scales_v1;
};
constexpr Product kProducts[] = {
    {"Ascend910B", true, false, true, false},
    {"Ascend910_93", true, false, true, false},
    {"Ascend950", true, true, true, true},
    {"Ascend910", false, false, false, false},
    {"Ascend310P", false, false, false, false},
};

CallSpec SevenToFive(double scale_h, double scale_w) {
  CallSpec spec;
  spec.src.dims = {1, 1, 1, 7};
  spec.output_size = {1, 7};
  spec.input_size = spec.out.dims = {1, 1, 1, 5};
  spec.scale_h = scale_h;
  spec.scale_w = scale_w;
  return spec;
}

constexpr float kByScale = 1.5F;          // its first element
constexpr float kBySizes = 10.0F / 7.0F;  // the same

TEST_F(ProfilesTest, Bf16) {
  for (const Product& product : kProducts) {
    Restart({{"BACKLERP_SOC", product.soc}});
    for (const Op op : kGradients) {
      const bool taken = op == Op::kV2 ? product.bf16_v2 : product.bf16_v1;
      CallSpec spec = SmallCall(op);
      spec.src.dtype = spec.out.dtype = ACL_BF16;
      if (taken) {
        EXPECT_EQ(PhaseOneCode(op, spec), ACLNN_SUCCESS) << product.soc;
      } else {
        ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                      {"gradOut: data type is ACL_BF16, expected ACL_FLOAT or "
                       "ACL_FLOAT16"});
      }
    }
  }
}

TEST_F(ProfilesTest, UsableScales) {
  const std::vector<float> ones(7, 1);
  for (const Product& product : kProducts) {
    Restart({{"BACKLERP_SOC", product.soc}});
    const CallSpec spec = SevenToFive(1, 1.5);
    EXPECT_NEAR(Compute(Op::kV2, spec, ones)[0],
                product.scales_v2 ? kByScale : kBySizes, 1e-5)
        << product.soc;
    EXPECT_NEAR(Compute(Op::kV1, spec, ones)[0],
                product.scales_v1 ? kByScale : kBySizes, 1e-5)
        << product.soc;
  }
}

TEST_F(ProfilesTest, Ascend950TakesEachAxisAsGiven) {
  const std::vector<float> ones(7, 1);
  Restart({{"BACKLERP_SOC", "Ascend950"}});
  EXPECT_NEAR(Compute(Op::kV2, SevenToFive(0, 1.5), ones)[0], kByScale, 1e-5);
  EXPECT_NEAR(Compute(Op::kV2, SevenToFive(1.5, -1), ones)[0], kBySizes, 1e-5);
  // Even where it does not give the size: with 100, all of it is pixel 0's.
  EXPECT_NEAR(Compute(Op::kV2, SevenToFive(0, 100), ones)[0], 7, 1e-5);
  // But not at equal sizes: the chip copies.
  CallSpec equal;
  equal.src.dims = equal.out.dims = equal.input_size = {1, 1, 1, 4};
  equal.output_size = {1, 4};
  equal.scale_h = equal.scale_w = 1.2;
  EXPECT_EQ(Compute(Op::kV2, equal, Iota(4)), Iota(4));
}

TEST_F(ProfilesTest, ForwardScalesByProduct) {
  CallSpec spec;
  spec.src.dims = {1, 1, 1, 2};
  spec.out.dims = {1, 1, 1, 4};
  spec.output_size = {1, 4};
  spec.scale_h = 1;
  spec.scale_w = 2.4;
  for (const Product& product : kProducts) {
    Restart({{"BACKLERP_SOC", product.soc}});
    EXPECT_NEAR(Compute(Op::kForward, spec, {1, 2})[1],
                product.scales_v2 ? 1.125 : 1.25, 1e-6)
        << product.soc;
  }
}

TEST_F(ProfilesTest, RatioRules) {
  // V2 takes no enlargement beyond 100: floor(1 * 101.5) == 101, and with the
  // scale the last column would weigh differently; forward no shrinking
  // beyond 50.
  CallSpec spec;
  spec.src.dims = {1, 1, 1, 203};
  spec.output_size = {1, 203};
  spec.input_size = spec.out.dims = {1, 1, 1, 2};
  spec.scale_h = 1;
  spec.scale_w = 101.9;
  const std::vector<float> ones(203, 1);
  CallSpec by_sizes = spec;
  by_sizes.scale_h = by_sizes.scale_w = 0;
  EXPECT_EQ(Compute(Op::kV2, spec, ones), Compute(Op::kV2, by_sizes, ones));

  CallSpec forward;
  forward.src.dims = {1, 1, 1, 103};
  forward.out.dims = {1, 1, 1, 2};
  forward.output_size = {1, 2};
  forward.scale_h = 1;
  forward.scale_w = 0.0196;  // floor(103 * 0.0196) == 2, 1 / 0.0196 > 50
  by_sizes = forward;
  by_sizes.scale_h = by_sizes.scale_w = 0;
  EXPECT_EQ(Compute(Op::kForward, forward, Iota(103)),
            Compute(Op::kForward, by_sizes, Iota(103)));
  forward.scale_w = 0.0205;  // floor == 2, 1 / 0.0205 < 50
  EXPECT_NE(Compute(Op::kForward, forward, Iota(103)),
            Compute(Op::kForward, by_sizes, Iota(103)));
}

TEST_F(ProfilesTest, StrictModeRefusesScalesThatDoNotGiveTheSize) {
  Restart({{"BACKLERP_STRICT", "1"}});
  for (const Op op : kAllOps) {
    CallSpec spec = SmallCall(op);
    EXPECT_EQ(PhaseOneCode(op, spec), ACLNN_SUCCESS) << TakeMessage();
    spec.scale_h = spec.scale_w = 2;
    EXPECT_EQ(PhaseOneCode(op, spec), ACLNN_SUCCESS) << TakeMessage();
    spec.scale_h = 4;
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"scalesH: value is 4, expected a factor with floor(3 * "
                   "scalesH) == 6"});
    spec.scale_h = 2;
    spec.scale_w = 0;
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"scalesW: value is 0, expected a factor"});
    spec.scale_w = std::numeric_limits<double>::infinity();
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"scalesW: value is inf, expected"});
    spec.scale_w = std::numeric_limits<double>::quiet_NaN();
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"scalesW: value is nan, expected"});
    spec.align_corners = true;  // no use for scales
    EXPECT_EQ(PhaseOneCode(op, spec), ACLNN_SUCCESS) << TakeMessage();
  }
}

TEST_F(ProfilesTest, StrictModeAndTheRatioRule) {
  Restart({{"BACKLERP_STRICT", "1"}});
  CallSpec spec;
  spec.src.dims = {1, 1, 1, 303};
  spec.output_size = {1, 303};
  spec.input_size = spec.out.dims = {1, 1, 1, 3};
  spec.scale_h = 1;
  spec.scale_w = 101;
  ExpectRefused(Op::kV2, spec, ACLNN_ERR_PARAM_INVALID,
                {"scalesW: value is 101, expected one whose inverse is in "
                 "[0.01, inf]"});
}

TEST_F(ProfilesTest, StrictModeOnAscend950LooksAtEachAxis) {
  Restart({{"BACKLERP_STRICT", "1"}, {"BACKLERP_SOC", "Ascend950"}});
  EXPECT_EQ(PhaseOneCode(Op::kV2, SevenToFive(0, 1.5)), ACLNN_SUCCESS);
  EXPECT_EQ(PhaseOneCode(Op::kV2, SevenToFive(0, 3)), ACLNN_ERR_PARAM_INVALID);
}

TEST_F(ProfilesTest, UnknownKernelIsToldByName) {
  Restart({{"BACKLERP_KERNEL", "no-such-kernel"}});
  ExpectRefused(Op::kV2, SmallCall(Op::kV2), ACLNN_ERR_PARAM_INVALID,
                {"kernel", "no-such-kernel", "reference"});
  Restart({{"BACKLERP_KERNEL", "reference"}});
  EXPECT_EQ(PhaseOneCode(Op::kV2, SmallCall(Op::kV2)), ACLNN_SUCCESS);
}

TEST_F(ProfilesTest, LogSaysWhatWasDecided) {
  Restart({{"BACKLERP_LOG", "info"}, {"BACKLERP_KERNEL", "reference"}});
  CallSpec spec = SmallCall(Op::kV2);
  spec.scale_h = spec.scale_w = 2;
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(PhaseOneCode(Op::kV2, spec), ACLNN_SUCCESS);
  std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr("backlerp info: aclnnUpsampleBilinear2dBackwardV2:"
                             " gradOut [1, 1, 6, 6] -> out [1, 1, 3, 3], "
                             "ACL_FLOAT, ACL_FORMAT_NCHW, alignCorners false, "
                             "scales 2 and 2 (used), kernel reference"));
  EXPECT_THAT(log, HasSubstr("thread"));
  EXPECT_THAT(log, HasSubstr("workspace of "));
  EXPECT_THAT(log, Not(HasSubstr("warn")));

  spec.scale_h = 4;
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(PhaseOneCode(Op::kV2, spec), ACLNN_SUCCESS);
  log = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr("backlerp warn: "));
  EXPECT_THAT(log, HasSubstr("scalesH: value is 4"));
  EXPECT_THAT(log, HasSubstr("(not usable, the sizes decide)"));

  Restart({{"BACKLERP_LOG", "error"}});
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(PhaseOneCode(Op::kV2, spec), ACLNN_SUCCESS);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace backlerp::testing
