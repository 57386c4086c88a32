// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// aclnnUpsampleBilinear2d, the forward operator. Its codes for nulls are the
// original's own: 561103 for tensors, 161002 for outputSize.

#include <algorithm>

#include "aclnn/checks.h"
#include "aclnn/executor.h"
#include "aclnn/names.h"
#include "aclnnop/aclnn_upsample_bilinear_2d.h"

namespace backlerp::aclnn {
namespace {

// N, C and the image from self, the output's size from out.
Sizes SizesOfTensors(const TensorArgument& self, const TensorArgument& out) {
  const Axes axes = AxesOf(self.description.format);
  return {.n = self.dim(axes.n),
          .c = self.dim(axes.c),
          .in_h = self.dim(axes.h),
          .in_w = self.dim(axes.w),
          .out_h = out.dim(axes.h),
          .out_w = out.dim(axes.w)};
}

// An empty image makes no pixels. (The original then succeeds and leaves `out`
// as it was.)
Verdict RequirePixels(const TensorArgument& self, const TensorArgument& out) {
  const auto has_zero = [](const std::vector<int64_t>& dims) {
    return std::find(dims.begin(), dims.end(), 0) != dims.end();
  };
  if (has_zero(out.dims()) || !has_zero(self.dims())) return {};
  return Unexpected(self.name, "shape", ToText(self.dims()),
                    "one without 0 where out is not empty");
}

Verdict Check(Call* call) {
  TensorArgument& self = call->src;
  TensorArgument& out = call->dst;
  BACKLERP_RETURN_IF_FAILED(Resolve(&self, ACLNN_ERR_INNER_NULLPTR));
  BACKLERP_RETURN_IF_FAILED(Resolve(&out, ACLNN_ERR_INNER_NULLPTR));

  BACKLERP_RETURN_IF_FAILED(RequireDtype(self, /*bf16=*/true));
  BACKLERP_RETURN_IF_FAILED(RequireSameDtype(out, self));
  BACKLERP_RETURN_IF_FAILED(RequireSameFormat(out, self));
  BACKLERP_RETURN_IF_FAILED(RequireImageFormat(self));
  BACKLERP_RETURN_IF_FAILED(RequireRank4(self));
  BACKLERP_RETURN_IF_FAILED(RequireRank4(out));

  call->sizes = SizesOfTensors(self, out);
  const Sizes& s = call->sizes;
  BACKLERP_RETURN_IF_FAILED(
      RequireShape(out, s.n, s.c, s.out_h, s.out_w, "N and C of self"));
  BACKLERP_RETURN_IF_FAILED(RequireNotNegative("scalesH", call->scale_h));
  BACKLERP_RETURN_IF_FAILED(RequireNotNegative("scalesW", call->scale_w));
  BACKLERP_RETURN_IF_FAILED(
      Resolve(&call->output_size, ACLNN_ERR_PARAM_INVALID));
  BACKLERP_RETURN_IF_FAILED(RequireLength(call->output_size, 2));
  BACKLERP_RETURN_IF_FAILED(RequireShape(out, s.n, s.c, call->output_size[0],
                                         call->output_size[1], "outputSize"));
  BACKLERP_RETURN_IF_FAILED(RequirePixels(self, out));
  return RequireLimits(*call);
}

constexpr Operator kOperator = {
    .name = "aclnnUpsampleBilinear2d",
    .phase_1_name = "aclnnUpsampleBilinear2dGetWorkspaceSize",
    .direction = Direction::kForward,
    .scales = &Profile::scales_in_forward,
    .check = Check,
};

}  // namespace
}  // namespace backlerp::aclnn

namespace nn = backlerp::aclnn;

aclnnStatus aclnnUpsampleBilinear2dGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* outputSize,
    const bool alignCorners, const double scalesH, const double scalesW,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor) {
  nn::Call call = {.src = {"self", self},
                   .dst = {"out", out},
                   .output_size = {"outputSize", outputSize},
                   .input_size = {},
                   .align_corners = alignCorners,
                   .scale_h = scalesH,
                   .scale_w = scalesW};
  return nn::PhaseOne(nn::kOperator, std::move(call), workspaceSize, executor);
}

aclnnStatus aclnnUpsampleBilinear2d(void* workspace, uint64_t workspaceSize,
                                    aclOpExecutor* executor,
                                    aclrtStream stream) {
  return nn::PhaseTwo(nn::kOperator, workspace, workspaceSize, executor,
                      stream);
}
