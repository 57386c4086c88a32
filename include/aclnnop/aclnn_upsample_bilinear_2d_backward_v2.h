// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The gradient of bilinear 2-D upsampling (second version, which knows scales).
// docs/numerics.md has the formula and the promise about bits;
// docs/compatibility.md what differs from the original.

#ifndef OP_API_INC_UPSAMPLE_BILINEAR_2D_BACKWARD_V2_H_
#define OP_API_INC_UPSAMPLE_BILINEAR_2D_BACKWARD_V2_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

// Phase 1: checks everything, prepares the work, tells the workspace. Runs on
// the host, touches no tensor data. Any thread.
//
//   gradOut        gradient of the upsampled image: [N, C, outH, outW] in
//                  ACL_FORMAT_NCHW or [N, outH, outW, C] in ACL_FORMAT_NHWC;
//                  ACL_FLOAT, ACL_FLOAT16 or (not on the profiles Ascend910 and
//                  Ascend310P) ACL_BF16; any strides, 0 and negative included
//   outputSize     {outH, outW}
//   inputSize      {N, C, inH, inW}, or {N, inH, inW, C} for NHWC
//   alignCorners   true: corner pixels map to corner pixels, scales are unused
//   scalesH/W      factors from in to out, 0 for none. Used where both give the
//                  size, floor(in * scale) == out, and are at most 100;
//                  otherwise the sizes decide, with a warning in the log.
//                  BACKLERP_SOC and BACKLERP_STRICT change this.
//   out            receives the gradient of the image: shape inputSize, type
//                  and format of gradOut; any strides that give each element a
//                  place of its own; must not overlap gradOut
//   workspaceSize  receives the bytes that phase 2 needs; may be 0
//   executor       receives a handle for phase 2, which consumes it
//
// Limits: every dimension at most 2^20; N * C * outH below 2^31;
// (outH*outW + inH*inW + outH*inW) * N * C * 4 bytes below 60 GiB. N or C of 0
// is legal: the workspace is 0 and phase 2 does nothing.
//
// On failure *workspaceSize and *executor are untouched, and
// aclGetRecentErrMsg() names the argument, what was given, what was expected.
//   0       done
//   161001  workspaceSize, executor, gradOut, inputSize, outputSize or out is
//           null (looked at in this order)
//   161002  a handle is not live; or a rank, length, size, shape, format, type,
//           stride or limit is not as said above
//   561003  the kernel that BACKLERP_KERNEL names is not for this problem
//   561101  no memory
ACLNN_API aclnnStatus aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize(
    const aclTensor* gradOut, const aclIntArray* outputSize,
    const aclIntArray* inputSize, bool alignCorners, double scalesH,
    double scalesW, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Phase 2: puts the work on `stream` (null: the default stream of the current
// context) and returns. Shapes are those of phase 1, addresses those that the
// tensors have now. Any thread, not only that of phase 1; one workspace serves
// one run at a time.
//
//   workspace      workspaceSize bytes, at least what phase 1 told; free again
//                  once the stream has done the work; null where that is 0
//   executor       consumed, also on failure, unless repeatable
//
// On failure nothing is written.
//   0       queued, or for a short run done (acl_rt.h, "streams"), or for an
//           empty tensor nothing to do
//   161001  executor is null; workspace is null but workspaceSize is not 0 (the
//           executor is destroyed, a repeatable one too); a tensor has no
//           address
//   161002  the workspace is smaller than phase 1 told; a view, or the
//           workspace, leaves the block of aclrtMalloc that it is in; an
//           address is not aligned to its element; out overlaps gradOut, or the
//           workspace overlaps either
//   361001  the runtime refused the work: no current context (aclrtSetDevice),
//           or stream is not live; the message has the runtime's code
//   561000  executor is not live, or of another operator; no memory
ACLNN_API aclnnStatus aclnnUpsampleBilinear2dBackwardV2(void* workspace,
                                                        uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OP_API_INC_UPSAMPLE_BILINEAR_2D_BACKWARD_V2_H_
