// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// aclnnUpsampleBilinear2dBackwardV2: its checks in the original's order, with
// ours where it would write garbage. docs/compatibility.md compares.

#include "aclnn/checks.h"
#include "aclnn/executor.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"

namespace backlerp::aclnn {
namespace {

Verdict Check(Call* call) {
  BACKLERP_RETURN_IF_FAILED(Resolve(&call->src));
  BACKLERP_RETURN_IF_FAILED(Resolve(&call->input_size));
  BACKLERP_RETURN_IF_FAILED(Resolve(&call->output_size));
  BACKLERP_RETURN_IF_FAILED(Resolve(&call->dst));

  BACKLERP_RETURN_IF_FAILED(RequireRank4(call->src));
  BACKLERP_RETURN_IF_FAILED(RequireLength(call->input_size, 4));
  BACKLERP_RETURN_IF_FAILED(RequireLength(call->output_size, 2));
  BACKLERP_RETURN_IF_FAILED(RequireImageFormat(call->dst));

  call->sizes = SizesOf(call->input_size, call->output_size,
                        call->src.description.format);
  const Sizes& s = call->sizes;
  BACKLERP_RETURN_IF_FAILED(RequirePositive(*call));
  BACKLERP_RETURN_IF_FAILED(RequireShape(call->src, s.n, s.c, s.out_h, s.out_w,
                                         "inputSize and outputSize"));
  BACKLERP_RETURN_IF_FAILED(RequireImageFormat(call->src));
  // The original looks at N and C of out only, at equal formats on one chip.
  BACKLERP_RETURN_IF_FAILED(RequireSameFormat(call->dst, call->src));
  BACKLERP_RETURN_IF_FAILED(RequireRank4(call->dst));
  BACKLERP_RETURN_IF_FAILED(
      RequireShape(call->dst, s.n, s.c, s.in_h, s.in_w, "inputSize"));

  // The original takes any type at equal sizes, and fails later or does
  // nothing.
  BACKLERP_RETURN_IF_FAILED(
      RequireDtype(call->src, CurrentProfile().bf16_in_v2));
  BACKLERP_RETURN_IF_FAILED(RequireSameDtype(call->dst, call->src));
  return RequireLimits(*call);
}

constexpr Operator kOperator = {
    .name = "aclnnUpsampleBilinear2dBackwardV2",
    .phase_1_name = "aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize",
    .direction = Direction::kBackward,
    .scales = &Profile::scales_in_v2,
    .check = Check,
};

}  // namespace
}  // namespace backlerp::aclnn

namespace nn = backlerp::aclnn;

aclnnStatus aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize(
    const aclTensor* gradOut, const aclIntArray* outputSize,
    const aclIntArray* inputSize, bool alignCorners, double scalesH,
    double scalesW, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor) {
  nn::Call call = {.src = {"gradOut", gradOut},
                   .dst = {"out", out},
                   .output_size = {"outputSize", outputSize},
                   .input_size = {"inputSize", inputSize},
                   .align_corners = alignCorners,
                   .scale_h = scalesH,
                   .scale_w = scalesW};
  return nn::PhaseOne(nn::kOperator, std::move(call), workspaceSize, executor);
}

aclnnStatus aclnnUpsampleBilinear2dBackwardV2(void* workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor* executor,
                                              aclrtStream stream) {
  return nn::PhaseTwo(nn::kOperator, workspace, workspaceSize, executor,
                      stream);
}
