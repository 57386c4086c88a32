// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// aclnnUpsampleBilinear2dBackward, the first version of the gradient. All of
// its refusals but the nulls have the same code, so their order shows in
// messages only; formats come first here, because they decide what the
// dimensions mean.

#include "aclnn/checks.h"
#include "aclnn/executor.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward.h"

namespace backlerp::aclnn {
namespace {

Verdict Check(Call* call) {
  BACKLERP_RETURN_IF_FAILED(Resolve(&call->src));
  BACKLERP_RETURN_IF_FAILED(Resolve(&call->output_size));
  BACKLERP_RETURN_IF_FAILED(Resolve(&call->input_size));
  BACKLERP_RETURN_IF_FAILED(Resolve(&call->dst));

  BACKLERP_RETURN_IF_FAILED(RequireRank4(call->src));
  BACKLERP_RETURN_IF_FAILED(RequireLength(call->output_size, 2));
  BACKLERP_RETURN_IF_FAILED(RequireLength(call->input_size, 4));
  BACKLERP_RETURN_IF_FAILED(RequireImageFormat(call->dst));
  BACKLERP_RETURN_IF_FAILED(RequireImageFormat(call->src));
  BACKLERP_RETURN_IF_FAILED(RequireSameFormat(call->dst, call->src));

  call->sizes = SizesOf(call->input_size, call->output_size,
                        call->dst.description.format);
  const Sizes& s = call->sizes;
  BACKLERP_RETURN_IF_FAILED(RequirePositive(*call));
  BACKLERP_RETURN_IF_FAILED(RequireShape(call->src, s.n, s.c, s.out_h, s.out_w,
                                         "inputSize and outputSize"));
  BACKLERP_RETURN_IF_FAILED(RequireRank4(call->dst));
  BACKLERP_RETURN_IF_FAILED(
      RequireShape(call->dst, s.n, s.c, s.in_h, s.in_w, "inputSize"));

  BACKLERP_RETURN_IF_FAILED(
      RequireDtype(call->src, CurrentProfile().bf16_in_v1));
  BACKLERP_RETURN_IF_FAILED(RequireSameDtype(call->dst, call->src));
  return RequireLimits(*call);
}

constexpr Operator kOperator = {
    .name = "aclnnUpsampleBilinear2dBackward",
    .phase_1_name = "aclnnUpsampleBilinear2dBackwardGetWorkspaceSize",
    .direction = Direction::kBackward,
    .scales = &Profile::scales_in_v1,
    .check = Check,
};

}  // namespace
}  // namespace backlerp::aclnn

namespace nn = backlerp::aclnn;

aclnnStatus aclnnUpsampleBilinear2dBackwardGetWorkspaceSize(
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

aclnnStatus aclnnUpsampleBilinear2dBackward(void* workspace,
                                            uint64_t workspaceSize,
                                            aclOpExecutor* executor,
                                            aclrtStream stream) {
  return nn::PhaseTwo(nn::kOperator, workspace, workspaceSize, executor,
                      stream);
}
