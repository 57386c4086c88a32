// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Bilinear 2-D upsampling (and downsampling, without a filter).
// docs/numerics.md has the formula and the promise about bits.

#ifndef OP_API_INC_UPSAMPLE_BILINEAR_2D_H_
#define OP_API_INC_UPSAMPLE_BILINEAR_2D_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

// Phase 1: checks everything, prepares the work, tells the workspace. Any
// thread.
//
//   self           the image: [N, C, inH, inW] in ACL_FORMAT_NCHW or
//                  [N, inH, inW, C] in ACL_FORMAT_NHWC; ACL_FLOAT, ACL_FLOAT16
//                  or ACL_BF16; any strides
//   outputSize     {outH, outW}, as in out's shape
//   alignCorners   true: corner pixels map to corner pixels, scales are unused
//   scalesH/W      factors from in to out, not negative, 0 for none. Used where
//                  both give the size, floor(in * scale) == out, and are at
//                  least 1/50, and the sizes differ; otherwise the sizes
//                  decide, with a warning in the log. BACKLERP_SOC and
//                  BACKLERP_STRICT change this.
//   out            receives the upsampled image: N and C, type and format of
//                  self; must not overlap self
//   workspaceSize, executor, and the limits: as in the gradient's header
//
// An `out` without elements is legal: the workspace is 0 and phase 2 does
// nothing. On failure *workspaceSize and *executor are untouched.
//   0       done
//   161001  workspaceSize or executor is null
//   561103  self or out is null
//   161002  outputSize is null; a handle is not live; a scale is negative; a
//           rank, length, size, shape, format, type, stride or limit is not as
//           said above
//   561003  the kernel that BACKLERP_KERNEL names is not for this problem
//   561101  no memory
ACLNN_API aclnnStatus aclnnUpsampleBilinear2dGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* outputSize,
    const bool alignCorners, const double scalesH, const double scalesW,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Phase 2. As aclnnUpsampleBilinear2dBackwardV2, for executors of the function
// above, with `self` in the place of gradOut.
ACLNN_API aclnnStatus aclnnUpsampleBilinear2d(void* workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor* executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OP_API_INC_UPSAMPLE_BILINEAR_2D_H_
