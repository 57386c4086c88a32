// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The gradient of bilinear 2-D upsampling (first version: the sizes decide, the
// scales do not). docs/numerics.md has the formula.

#ifndef OP_API_INC_UPSAMPLE_BILINEAR_2D_BACKWARD_H_
#define OP_API_INC_UPSAMPLE_BILINEAR_2D_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

// Phase 1. As aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize, but:
//   - ACL_BF16 is taken on the profile Ascend950 only;
//   - scalesH and scalesW are ignored; on the profile Ascend950 each is used
//     where it is > 0, unless both sizes are equal. Strict mode refuses
//     (161002) scales that do not reproduce outputSize;
//   - nulls are looked for in the order gradOut, outputSize, inputSize, out;
//   - equal sizes make a copy of gradOut.
// The same codes.
ACLNN_API aclnnStatus aclnnUpsampleBilinear2dBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclIntArray* outputSize,
    const aclIntArray* inputSize, bool alignCorners, double scalesH,
    double scalesW, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Phase 2. As aclnnUpsampleBilinear2dBackwardV2, for executors of the function
// above.
ACLNN_API aclnnStatus aclnnUpsampleBilinear2dBackward(void* workspace,
                                                      uint64_t workspaceSize,
                                                      aclOpExecutor* executor,
                                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OP_API_INC_UPSAMPLE_BILINEAR_2D_BACKWARD_H_
