/* Copyright 2026 The Backlerp Authors */
/* SPDX-License-Identifier: Apache-2.0 */

/* Every header of this part by each path that clients use, compiled as C. */

#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_ops_cv.h"
#include "aclnnop/level2/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/level2/aclnn_upsample_bilinear_2d_backward.h"
#include "aclnnop/level2/aclnn_upsample_bilinear_2d_backward_v2.h"
#include "opdev/op_errno.h"

int BacklerpHeadersInC(void);

/* 0 where the calls answer as they should. */
int BacklerpHeadersInC(void) {
  const int64_t size[] = {6, 6};
  aclIntArray* array = aclCreateIntArray(size, 2);
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = NULL;
  const aclnnStatus refused = aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize(
      NULL, array, array, true, 0, 0, NULL, &workspace_size, &executor);
  if (refused != ACLNN_ERR_PARAM_NULLPTR) return 1;
  return aclDestroyIntArray(array) == ACLNN_SUCCESS ? 0 : 1;
}
