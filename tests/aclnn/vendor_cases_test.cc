// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What the original's own tests of the first phase expect, as tables. Names are
// its case numbers. V2's 037 is left out: it expects a failure that its
// stand-in for another operator causes.

#include "tests/aclnn/client.h"

namespace backlerp::testing {
namespace {

constexpr aclnnStatus kOk = ACLNN_SUCCESS;
constexpr aclnnStatus kRefused = ACLNN_ERR_PARAM_INVALID;

// What most cases leave as it is.
struct Rest {
  double scale_h = 2;
  double scale_w = 2;
  aclFormat format = ACL_FORMAT_NCHW;
  aclFormat out_format = ACL_FORMAT_NCHW;
  aclDataType out_dtype = ACL_DT_UNDEFINED;  // undefined: as the source's
};

struct Case {
  const char* name;
  aclnnStatus expected;
  Dims src;
  Dims output_size;
  Dims input_size;
  Dims out;
  aclDataType dtype = ACL_FLOAT;
  Rest rest = {};
};

void Check(Op op, const Case& c) {
  const Rest& rest = c.rest;
  const aclDataType out_dtype =
      rest.out_dtype == ACL_DT_UNDEFINED ? c.dtype : rest.out_dtype;
  CallSpec spec;
  spec.src = {.dims = c.src, .dtype = c.dtype, .format = rest.format};
  spec.output_size = c.output_size;
  spec.input_size = c.input_size;
  spec.out = {.dims = c.out, .dtype = out_dtype, .format = rest.out_format};
  spec.scale_h = rest.scale_h;
  spec.scale_w = rest.scale_w;
  EXPECT_EQ(PhaseOneCode(op, spec), c.expected)
      << NameOf(op) << " " << c.name << " " << TakeMessage();
}

using VendorCasesTest = ClientTest;

constexpr aclFormat kNhwc = ACL_FORMAT_NHWC;

TEST_F(VendorCasesTest, V2) {
  const Dims g = {1, 1, 6, 6};
  const Dims o = {6, 6};
  const Dims i = {1, 1, 3, 3};
  const Case cases[] = {
      {"001", kOk, g, o, i, i},
      {"002", kOk, g, o, i, i, ACL_FLOAT16},
      {"003", kRefused, g, o, i, i, ACL_DOUBLE},
      {"004", kRefused, i, o, i, i, ACL_INT8},
      {"005", kRefused, g, o, i, i, ACL_UINT8},
      {"006", kRefused, g, o, i, i, ACL_INT32},
      {"007", kRefused, g, o, i, i, ACL_INT64},
      {"008", kRefused, g, o, i, i, ACL_INT16},
      {"010", kRefused, g, o, i, i, ACL_BOOL},
      {"011", kRefused, g, o, i, i, ACL_COMPLEX64},
      {"012", kRefused, g, o, i, i, ACL_COMPLEX128},
      {"013", kOk, {0, 1, 6, 6}, o, {0, 1, 3, 3}, {0, 1, 3, 3}},
      {"014", kRefused, {6, 6}, o, i, i},
      {"015", kRefused, {1, 1, 1, 6, 6}, o, i, i},
      {"017", kRefused, g, o, i, i, ACL_FLOAT, {.out_dtype = ACL_FLOAT16}},
      {"018", kRefused, g, {2, 6, 6}, i, i},
      {"019", kRefused, g, {0, 2}, i, i},
      {"020", kRefused, g, o, {1, 1, 3, 3, 3}, i},
      {"021", kRefused, g, o, {0, 1, 3, 3}, i},
      {"023", kRefused, g, o, {2, 1, 3, 3}, i},
      {"024", kRefused, {1, 1, 2, 2}, {2, 4}, i, i},
      {"025",
       kOk,
       {1, 1, 360, 360},
       {360, 360},
       i,
       i,
       ACL_FLOAT16,
       {.scale_h = 120, .scale_w = 120}},
      {"026", kOk, g, o, i, i, ACL_FLOAT16},
      {"031", kOk, g, o, i, i, ACL_BF16},
      {"032", kRefused, g, o, i, i, ACL_FLOAT, {.out_format = ACL_FORMAT_ND}},
      {"033",
       kOk,
       {1, 1, 5, 5},
       {5, 5},
       i,
       i,
       ACL_FLOAT,
       {.scale_h = 4, .scale_w = 4}},
      {"034", kOk, g, o, i, i, ACL_FLOAT, {.scale_h = 2, .scale_w = 4}},
      {"035",
       kOk,
       {1, 6, 6, 1},
       o,
       {1, 3, 3, 1},
       {1, 3, 3, 1},
       ACL_FLOAT,
       {.scale_h = 2, .scale_w = 5, .format = kNhwc, .out_format = kNhwc}},
      {"036",
       kOk,
       {1, 8, 8, 1},
       {8, 8},
       {1, 3, 3, 1},
       {1, 3, 3, 1},
       ACL_FLOAT,
       {.scale_h = 4, .scale_w = 4, .format = kNhwc, .out_format = kNhwc}},
      // Ours: what 037 would be on a chip.
      {"equal sizes in NHWC",
       kOk,
       {1, 3, 3, 1},
       {3, 3},
       {1, 3, 3, 1},
       {1, 3, 3, 1},
       ACL_FLOAT,
       {.scale_h = 1, .scale_w = 1, .format = kNhwc, .out_format = kNhwc}},
  };
  for (const Case& c : cases) Check(Op::kV2, c);
}

TEST_F(VendorCasesTest, V1) {
  const Dims g = {1, 1, 2, 2};
  const Dims o = {2, 2};
  const Dims i = {1, 1, 3, 3};
  const Case cases[] = {
      {"001", kOk, g, o, i, i},
      {"002", kOk, g, o, i, i, ACL_FLOAT16},
      {"003", kRefused, g, o, i, i, ACL_DOUBLE},
      {"004", kRefused, g, o, i, i, ACL_INT8},
      {"005", kRefused, g, o, i, i, ACL_UINT8},
      {"006", kRefused, g, o, i, i, ACL_INT32},
      {"007", kRefused, g, o, i, i, ACL_INT64},
      {"008", kRefused, g, o, i, i, ACL_INT16},
      {"009", kRefused, g, o, i, i, ACL_BF16},
      {"010", kRefused, g, o, i, i, ACL_BOOL},
      {"011", kRefused, g, o, i, i, ACL_COMPLEX64},
      {"012", kRefused, g, o, i, i, ACL_COMPLEX128},
      {"013", kOk, {0, 1, 2, 2}, o, {0, 1, 3, 3}, {0, 1, 3, 3}},
      {"014", kRefused, {2, 2}, o, i, i},
      {"015", kRefused, {1, 1, 1, 2, 2}, o, i, i},
      {"017", kRefused, g, o, i, i, ACL_FLOAT, {.out_dtype = ACL_FLOAT16}},
      {"018", kRefused, g, {2, 2, 2}, i, i},
      {"019", kRefused, g, {0, 2}, i, i},
      {"020", kRefused, g, o, {1, 1, 3, 3, 3}, i},
      {"021", kRefused, g, o, {0, 1, 3, 3}, i},
      {"023", kRefused, g, o, {2, 1, 3, 3}, i},
      {"024", kRefused, g, {2, 4}, i, i},
      {"NHWC with sizes in NCHW order",
       kRefused,
       {1, 2, 2, 1},
       o,
       i,
       {1, 3, 3, 1},
       ACL_FLOAT,
       {.format = kNhwc, .out_format = kNhwc}},
  };
  for (const Case& c : cases) Check(Op::kV1, c);
}

TEST_F(VendorCasesTest, Forward) {
  const Dims s = {1, 1, 3, 3};
  const Dims o = {1, 1, 6, 6};
  const Case cases[] = {
      {"001", kRefused, {1, 1, 0, 0}, {2, 2}, {}, {1, 1, 0, 0}},
      {"002", kOk, s, {3, 3}, {}, s, ACL_FLOAT, {.scale_h = 1, .scale_w = 1}},
      {"dtype",
       kRefused,
       s,
       {2, 2},
       {},
       s,
       ACL_FLOAT,
       {.out_dtype = ACL_FLOAT16}},
      {"ncdim001",
       kOk,
       s,
       {2, 2},
       {},
       {1, 1, 2, 2},
       ACL_FLOAT16,
       {.scale_h = 1, .scale_w = 1}},
      {"ncdim002",
       kRefused,
       {1, 2, 3, 3},
       {2, 2},
       {},
       {1, 1, 2, 2},
       ACL_FLOAT16},
      {"ncdim003",
       kRefused,
       s,
       {2, 2},
       {},
       s,
       ACL_FLOAT16,
       {.format = kNhwc, .out_format = kNhwc}},
      {"ncdim004",
       kRefused,
       {1, 1, 3, 4},
       {2, 2},
       {},
       {1, 1, 2, 3},
       ACL_FLOAT16,
       {.format = kNhwc, .out_format = kNhwc}},
      {"ScalesValid001",
       kRefused,
       {1, 3, 3, 1},
       {3, 3},
       {},
       {1, 3, 3, 1},
       ACL_FLOAT16,
       {.scale_h = -2, .scale_w = -2, .format = kNhwc, .out_format = kNhwc}},
      {"ScalesValid002",
       kRefused,
       {1, 3, 3, 1},
       {3, 3},
       {},
       {1, 3, 3, 1},
       ACL_FLOAT16,
       {.scale_h = 1, .scale_w = -2, .format = kNhwc, .out_format = kNhwc}},
      {"1001", kOk, s, {6, 6}, {}, o},
      {"1002", kRefused, s, {0, 0}, {}, o},
      {"1003", kOk, s, {6, 6}, {}, o, ACL_FLOAT, {.scale_h = 1, .scale_w = 1}},
      {"1007",
       kOk,
       s,
       {9, 9},
       {},
       {1, 1, 9, 9},
       ACL_FLOAT16,
       {.scale_h = 0, .scale_w = 0}},
      {"1008",
       kOk,
       s,
       {9, 9},
       {},
       {1, 1, 9, 9},
       ACL_FLOAT16,
       {.scale_h = 5, .scale_w = 5}},
      {"1009",
       kOk,
       s,
       {9, 9},
       {},
       {1, 1, 9, 9},
       ACL_FLOAT16,
       {.scale_h = 3, .scale_w = 5}},
      {"1010",
       kOk,
       {1, 1, 80, 1},
       {160, 10},
       {},
       {1, 1, 160, 10},
       ACL_FLOAT16,
       {.scale_h = 2, .scale_w = 10}},
      {"bf16", kOk, s, {6, 6}, {}, o, ACL_BF16},
  };
  for (const Case& c : cases) Check(Op::kForward, c);
}

TEST_F(VendorCasesTest, AlignCorners) {  // 022, 023
  CallSpec spec = SmallCall(Op::kV2);
  spec.align_corners = true;
  EXPECT_EQ(PhaseOneCode(Op::kV2, spec), ACLNN_SUCCESS);
  spec.input_size = {0, 1, 3, 3};
  EXPECT_EQ(PhaseOneCode(Op::kV2, spec), ACLNN_ERR_PARAM_INVALID);
}

}  // namespace
}  // namespace backlerp::testing
