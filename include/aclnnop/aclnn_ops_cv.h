// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Every operator of this library.

#ifndef OP_API_INC_ACLNN_OPS_CV_H_
#define OP_API_INC_ACLNN_OPS_CV_H_

#include "aclnn_upsample_bilinear_2d.h"
#include "aclnn_upsample_bilinear_2d_backward.h"
#include "aclnn_upsample_bilinear_2d_backward_v2.h"

#endif  // OP_API_INC_ACLNN_OPS_CV_H_
