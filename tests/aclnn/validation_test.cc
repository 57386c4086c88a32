// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Every refusal of the first phase by its smallest call: the code, the words of
// the message, and nothing touched.

#include <limits>

#include "tests/aclnn/client.h"

namespace backlerp::testing {
namespace {

using ::testing::HasSubstr;

class ValidationTest : public ClientTest {};

aclnnStatus NullTensorCode(Op op) {
  return op == Op::kForward ? ACLNN_ERR_INNER_NULLPTR : ACLNN_ERR_PARAM_NULLPTR;
}

TEST_F(ValidationTest, SmallCallsAreFine) {
  for (const Op op : kAllOps) {
    EXPECT_EQ(PhaseOneCode(op, SmallCall(op)), ACLNN_SUCCESS) << NameOf(op);
  }
}

TEST_F(ValidationTest, NullResultsComeBeforeEverything) {
  for (const Op op : kAllOps) {
    uint64_t size = 77;
    aclOpExecutor* executor = nullptr;
    TakeMessage();
    EXPECT_EQ(PhaseOne(op, {}, nullptr, &executor), ACLNN_ERR_PARAM_NULLPTR);
    EXPECT_EQ(executor, nullptr);
    EXPECT_THAT(TakeMessage(),
                HasSubstr(PhaseOneName(op) +
                          ": workspaceSize: is null, expected a value"));
    EXPECT_EQ(PhaseOne(op, {}, &size, nullptr), ACLNN_ERR_PARAM_NULLPTR);
    EXPECT_EQ(size, 77U);
    EXPECT_THAT(TakeMessage(), HasSubstr("executor: is null"));
    EXPECT_EQ(PhaseOne(op, {}, nullptr, nullptr), ACLNN_ERR_PARAM_NULLPTR);
    EXPECT_THAT(TakeMessage(), HasSubstr("workspaceSize: is null"));
  }
}

TEST_F(ValidationTest, NullArguments) {
  for (const Op op : kAllOps) {
    const Handles handles(SmallCall(op));
    RawCall call = handles.call();
    call.src = nullptr;
    const std::string src = std::string(SourceName(op)) + ": is null";
    ExpectRefused(op, call, NullTensorCode(op), {src.c_str()});
    call = handles.call();
    call.out = nullptr;
    ExpectRefused(op, call, NullTensorCode(op), {"out: is null"});
    call = handles.call();
    call.output_size = nullptr;
    ExpectRefused(
        op, call,
        op == Op::kForward ? ACLNN_ERR_PARAM_INVALID : ACLNN_ERR_PARAM_NULLPTR,
        {"outputSize: is null"});
    if (op == Op::kForward) continue;
    call = handles.call();
    call.input_size = nullptr;
    ExpectRefused(op, call, ACLNN_ERR_PARAM_NULLPTR, {"inputSize: is null"});
  }
}

TEST_F(ValidationTest, NullsInTheOriginalsOrder) {
  const Handles handles(SmallCall(Op::kV2));
  RawCall call;
  ExpectRefused(Op::kV2, call, ACLNN_ERR_PARAM_NULLPTR, {"gradOut: is null"});
  call.src = handles.call().src;
  ExpectRefused(Op::kV2, call, ACLNN_ERR_PARAM_NULLPTR, {"inputSize: is null"});
  ExpectRefused(Op::kV1, call, ACLNN_ERR_PARAM_NULLPTR,
                {"outputSize: is null"});
  call.input_size = handles.call().input_size;
  ExpectRefused(Op::kV2, call, ACLNN_ERR_PARAM_NULLPTR,
                {"outputSize: is null"});
  call.output_size = handles.call().output_size;
  ExpectRefused(Op::kV2, call, ACLNN_ERR_PARAM_NULLPTR, {"out: is null"});
}

TEST_F(ValidationTest, DeadHandles) {
  for (const Op op : kAllOps) {
    const Handles handles(SmallCall(op));
    RawCall call = handles.call();
    aclTensor* tensor = CreateTensor({.dims = {1, 1, 6, 6}});
    EXPECT_EQ(aclDestroyTensor(tensor), ACLNN_SUCCESS);
    call.src = tensor;
    ExpectRefused(op, call, ACLNN_ERR_PARAM_INVALID,
                  {SourceName(op), "is no live handle, expected an aclTensor"});
    call = handles.call();
    call.out = tensor;
    ExpectRefused(op, call, ACLNN_ERR_PARAM_INVALID, {"out: is no live"});
    call = handles.call();
    call.output_size = reinterpret_cast<const aclIntArray*>(call.src);
    ExpectRefused(op, call, ACLNN_ERR_PARAM_INVALID,
                  {"outputSize: is no live handle, expected an aclIntArray"});
  }
}

TEST_F(ValidationTest, DataTypesThatNoOperatorTakes) {
  for (const aclDataType dtype :
       {ACL_DOUBLE, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64,
        ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128, ACL_DT_UNDEFINED}) {
    for (const Op op : kAllOps) {
      CallSpec spec = SmallCall(op);
      spec.src.dtype = spec.out.dtype = dtype;
      ExpectRefused(
          op, spec, ACLNN_ERR_PARAM_INVALID,
          {SourceName(op), "data type is ACL_", "expected ACL_FLOAT"});
      // Equal sizes are no excuse.
      spec.src.dims = spec.out.dims = {1, 1, 3, 3};
      spec.output_size = {3, 3};
      ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID, {"data type"});
    }
  }
}

TEST_F(ValidationTest, DataTypesThatOperatorsTake) {
  for (const Op op : kAllOps) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      CallSpec spec = SmallCall(op);
      spec.src.dtype = spec.out.dtype = dtype;
      const bool refused = op == Op::kV1 && dtype == ACL_BF16;
      EXPECT_EQ(PhaseOneCode(op, spec),
                refused ? ACLNN_ERR_PARAM_INVALID : ACLNN_SUCCESS)
          << NameOf(op) << " " << dtype;
    }
  }
}

TEST_F(ValidationTest, DifferentDataTypes) {
  for (const Op op : kAllOps) {
    CallSpec spec = SmallCall(op);
    spec.out.dtype = ACL_FLOAT16;
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"out: data type is ACL_FLOAT16, expected ACL_FLOAT as in",
                   SourceName(op)});
  }
}

TEST_F(ValidationTest, Ranks) {
  for (const Op op : kAllOps) {
    CallSpec spec = SmallCall(op);
    spec.src.dims = {6, 6};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {SourceName(op), ": rank is 2, expected 4"});
    spec.src.dims = {1, 1, 1, 6, 6};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {SourceName(op), ": rank is 5, expected 4"});
    spec = SmallCall(op);
    spec.out.dims = {3};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"out: rank is 1, expected 4"});
    spec.out.dims = {};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"out: rank is 0, expected 4"});
  }
}

TEST_F(ValidationTest, Lengths) {
  for (const Op op : kAllOps) {
    CallSpec spec = SmallCall(op);
    spec.output_size = {2, 6, 6};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"outputSize: length is 3, expected 2"});
    spec.output_size = {};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"outputSize: length is 0, expected 2"});
    if (op == Op::kForward) continue;
    spec = SmallCall(op);
    spec.input_size = {1, 1, 3, 3, 3};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"inputSize: length is 5, expected 4"});
  }
}

TEST_F(ValidationTest, Formats) {
  for (const Op op : kAllOps) {
    for (const aclFormat format :
         {ACL_FORMAT_ND, ACL_FORMAT_HWCN, ACL_FORMAT_UNDEFINED}) {
      CallSpec spec = SmallCall(op);
      spec.src.format = spec.out.format = format;
      ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                    {"format is ACL_FORMAT_",
                     "expected ACL_FORMAT_NCHW or ACL_FORMAT_NHWC"});
      spec = SmallCall(op);
      spec.out.format = format;
      ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                    {"out: format is ACL_FORMAT_", "expected ACL_FORMAT_NCHW"});
      spec = SmallCall(op);
      spec.src.format = format;
      ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID, {"format is ACL_FOR"});
    }
  }
}

TEST_F(ValidationTest, NchwWithNhwc) {
  for (const Op op : kAllOps) {
    CallSpec spec = SmallCall(op);
    spec.src.dims = spec.out.dims = {1, 3, 3, 3};
    spec.output_size = {3, 3};
    spec.input_size = {1, 3, 3, 3};
    spec.out.format = ACL_FORMAT_NHWC;
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"out: format is ACL_FORMAT_NHWC, expected ACL_FORMAT_NCHW "
                   "as in",
                   SourceName(op)});
  }
}

TEST_F(ValidationTest, SizesBelowOne) {
  for (const Op op : kGradients) {
    CallSpec spec = SmallCall(op);
    spec.output_size = {0, 2};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"outputSize: H is 0, expected at least 1"});
    spec = SmallCall(op);
    spec.input_size = {1, 1, 0, 3};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"inputSize: H is 0, expected at least 1"});
    spec.input_size = {1, 1, 3, 0};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID, {"inputSize: W is 0"});
    spec.input_size = {1, 1, -2, 3};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID, {"inputSize: H is -2"});
    spec.src.dims = {-1, 1, 6, 6};
    spec.input_size = {-1, 1, 3, 3};
    spec.out.dims = {-1, 1, 3, 3};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"gradOut: dimension 0 is -1, expected 0 to 1048576"});
  }
}

TEST_F(ValidationTest, ShapesOfTheGradient) {
  for (const Op op : kGradients) {
    CallSpec spec = SmallCall(op);
    spec.input_size = {2, 1, 3, 3};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"gradOut: shape is [1, 1, 6, 6], expected [2, 1, 6, 6] by "
                   "inputSize and outputSize"});
    spec.input_size = {1, 2, 3, 3};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID, {"expected [1, 2, 6, 6]"});
    spec = SmallCall(op);
    spec.src.dims = {1, 1, 2, 2};
    spec.output_size = {2, 4};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"gradOut: shape is [1, 1, 2, 2], expected [1, 1, 2, 4]"});
  }
}

TEST_F(ValidationTest, ShapesOfOut) {
  for (const Op op : kGradients) {
    for (const Dims& dims : {Dims{2, 1, 3, 3}, Dims{1, 2, 3, 3},
                             Dims{1, 1, 4, 3}, Dims{1, 1, 3, 2}}) {
      CallSpec spec = SmallCall(op);
      spec.out.dims = dims;
      ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                    {"out: shape is [", "expected [1, 1, 3, 3] by inputSize"});
    }
  }
  CallSpec spec = SmallCall(Op::kForward);
  spec.out.dims = {1, 2, 6, 6};
  ExpectRefused(Op::kForward, spec, ACLNN_ERR_PARAM_INVALID,
                {"out: shape is [1, 2, 6, 6], expected [1, 1, 6, 6] by N and C "
                 "of self"});
  spec.out.dims = {1, 1, 6, 7};
  ExpectRefused(Op::kForward, spec, ACLNN_ERR_PARAM_INVALID,
                {"out: shape is [1, 1, 6, 7], expected [1, 1, 6, 6] by "
                 "outputSize"});
}

TEST_F(ValidationTest, NhwcSizesAreInNhwcOrder) {
  for (const Op op : kGradients) {
    CallSpec spec = SmallCall(op);
    spec.src = {.dims = {1, 6, 6, 2}, .format = ACL_FORMAT_NHWC};
    spec.out = {.dims = {1, 3, 3, 2}, .format = ACL_FORMAT_NHWC};
    spec.input_size = {1, 3, 3, 2};
    EXPECT_EQ(PhaseOneCode(op, spec), ACLNN_SUCCESS) << TakeMessage();
    spec.input_size = {1, 2, 3, 3};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"gradOut: shape is [1, 6, 6, 2], expected [1, 6, 6, 3]"});
  }
}

TEST_F(ValidationTest, NegativeForwardScales) {
  CallSpec spec = SmallCall(Op::kForward);
  spec.scale_h = -2;
  ExpectRefused(Op::kForward, spec, ACLNN_ERR_PARAM_INVALID,
                {"scalesH: value is -2, expected 0 or more"});
  spec.scale_h = 2;
  spec.scale_w = -std::numeric_limits<double>::infinity();
  ExpectRefused(Op::kForward, spec, ACLNN_ERR_PARAM_INVALID,
                {"scalesW: value is -inf, expected 0 or more"});
}

TEST_F(ValidationTest, DimensionLimit) {
  constexpr int64_t kMost = int64_t{1} << 20;
  for (const Op op : kAllOps) {
    for (const int64_t width : {kMost, kMost + 1}) {
      CallSpec spec = SmallCall(op);
      spec.src.dims = {1, 1, 1, width};
      spec.out.dims = {1, 1, 1, 1};
      spec.output_size = {1, width};
      spec.input_size = {1, 1, 1, 1};
      if (op == Op::kForward) std::swap(spec.src.dims, spec.out.dims);
      if (width == kMost) {
        EXPECT_EQ(PhaseOneCode(op, spec), ACLNN_SUCCESS) << TakeMessage();
        continue;
      }
      ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                    {": dimension 3 is 1048577, expected 0 to 1048576"});
    }
  }
}

TEST_F(ValidationTest, RowLimit) {
  for (const Op op : kGradients) {
    CallSpec spec = SmallCall(op);
    spec.src.dims = {1 << 11, 1 << 10, 1 << 10, 1};
    spec.out.dims = {1 << 11, 1 << 10, 1, 1};
    spec.input_size = spec.out.dims;
    spec.output_size = {1 << 10, 1};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"gradOut: N * C * output H is 2147483648, expected less "
                   "than 2147483648"});
  }
}

TEST_F(ValidationTest, ByteLimit) {
  // (2^20 * 2^k + 1 + 2^20) * N floats; 60 GiB are 15 * 2^30 floats.
  CallSpec spec = SmallCall(Op::kV2);
  spec.src.dims = {15, 1, 1 << 10, 1 << 20};
  spec.out.dims = {15, 1, 1, 1};
  spec.input_size = spec.out.dims;
  spec.output_size = {1 << 10, 1 << 20};
  ExpectRefused(Op::kV2, spec, ACLNN_ERR_PARAM_INVALID,
                {"gradOut: size with out and the image between them in bytes "
                 "is 64424570940, expected less than 64424509440"});
  spec.src.dims[0] = spec.out.dims[0] = spec.input_size[0] = 14;
  EXPECT_EQ(PhaseOneCode(Op::kV2, spec), ACLNN_SUCCESS) << TakeMessage();
}

TEST_F(ValidationTest, OverflowingSizes) {
  CallSpec spec = SmallCall(Op::kV2);
  spec.src.dims = {16, 512, 4, 4};
  spec.output_size = {1250999896765, 1250999896766};
  spec.input_size = {16, 512, 2, 2};
  spec.out.dims = spec.input_size;
  ExpectRefused(Op::kV2, spec, ACLNN_ERR_PARAM_INVALID,
                {"gradOut: shape is [16, 512, 4, 4], expected [16, 512, "
                 "1250999896765, 1250999896766]"});
  spec.src.dims = {16, 512, 1250999896765, 1250999896766};
  ExpectRefused(Op::kV2, spec, ACLNN_ERR_PARAM_INVALID,
                {"gradOut: dimension 2 is 1250999896765"});
  // Each dimension is fine, the product is not.
  constexpr int64_t kMost = int64_t{1} << 20;
  spec.src.dims = spec.out.dims = spec.input_size = {kMost, kMost, kMost, 1};
  spec.output_size = {kMost, 1};
  ExpectRefused(Op::kV2, spec, ACLNN_ERR_PARAM_INVALID,
                {"N * C * output H is 1152921504606846976"});
}

TEST_F(ValidationTest, StridesBeyond64Bits) {
  for (const Op op : kAllOps) {
    CallSpec spec = SmallCall(op);
    spec.src.strides = {1, 1, std::numeric_limits<int64_t>::max() / 2, 1};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {SourceName(op), ": stride list is [1, 1, 4611",
                   "expected one that stays within 64 bits"});
    spec = SmallCall(op);
    spec.out.offset = std::numeric_limits<int64_t>::min();
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"out: stride list is", "64 bits"});
  }
}

TEST_F(ValidationTest, OutputThatOverlapsItself) {
  for (const Op op : kAllOps) {
    CallSpec spec = SmallCall(op);
    spec.out.strides = {9, 9, 0, 1};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID,
                  {"out: stride list is [9, 9, 0, 1], expected an address of "
                   "its own for each element"});
    spec.out.strides = {9, 9, 1, 1};
    ExpectRefused(op, spec, ACLNN_ERR_PARAM_INVALID, {"out: stride list"});
    // The input may repeat itself.
    spec = SmallCall(op);
    spec.src.strides = {0, 0, 0, 0};
    EXPECT_EQ(PhaseOneCode(op, spec), ACLNN_SUCCESS) << TakeMessage();
  }
}

TEST_F(ValidationTest, OutputThatOverlapsTheInput) {
  for (const Op op : kAllOps) {
    std::vector<float> memory(64, -7);
    CallSpec spec = SmallCall(op);
    spec.src.data = memory.data();
    spec.out.data = memory.data() + ElementsOf(spec.src.dims) - 1;
    ExpectRefused(
        op, spec, ACLNN_ERR_PARAM_INVALID,
        {"out: memory is [0x", "expected no overlap with", SourceName(op)});
    EXPECT_THAT(memory, ::testing::Each(-7.0F));
    spec.out.data = memory.data() + ElementsOf(spec.src.dims);
    EXPECT_EQ(PhaseOneCode(op, spec), ACLNN_SUCCESS) << TakeMessage();
  }
}

TEST_F(ValidationTest, EmptyTensorsAreNothingToDo) {
  for (const Op op : kAllOps) {
    for (const int64_t n : {0, 2}) {
      const int64_t c = n == 0 ? 1 : 0;
      CallSpec spec = SmallCall(op);
      spec.src.dims[0] = spec.out.dims[0] = n;
      spec.src.dims[1] = spec.out.dims[1] = c;
      if (op != Op::kForward) spec.input_size = {n, c, 3, 3};
      const Handles handles(spec);
      uint64_t workspace_size = 99;
      aclOpExecutor* executor = nullptr;
      EXPECT_EQ(PhaseOne(op, handles.call(), &workspace_size, &executor),
                ACLNN_SUCCESS)
          << TakeMessage();
      EXPECT_EQ(workspace_size, 0U);
      EXPECT_EQ(PhaseTwo(op, nullptr, 0, executor, stream()), ACLNN_SUCCESS);
      EXPECT_EQ(PhaseTwo(op, nullptr, 0, executor, stream()), ACLNN_ERR_INNER);
    }
  }
}

TEST_F(ValidationTest, ForwardWithoutPixels) {
  // An empty output is nothing to do; pixels from an empty image are not.
  CallSpec spec = SmallCall(Op::kForward);
  spec.src.dims = spec.out.dims = {1, 1, 0, 0};
  spec.output_size = {0, 0};
  EXPECT_EQ(PhaseOneCode(Op::kForward, spec), ACLNN_SUCCESS) << TakeMessage();
  spec.out.dims = {1, 1, 6, 6};
  spec.output_size = {6, 6};
  ExpectRefused(Op::kForward, spec, ACLNN_ERR_PARAM_INVALID,
                {"self: shape is [1, 1, 0, 0], expected one without 0"});
}

}  // namespace
}  // namespace backlerp::testing
