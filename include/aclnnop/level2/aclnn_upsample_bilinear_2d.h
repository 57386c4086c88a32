// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The path that older toolkits have for the header one level up.

#ifndef OP_API_INC_LEVEL2_UPSAMPLE_BILINEAR_2D_H_
#define OP_API_INC_LEVEL2_UPSAMPLE_BILINEAR_2D_H_

#include "../aclnn_upsample_bilinear_2d.h"

#endif  // OP_API_INC_LEVEL2_UPSAMPLE_BILINEAR_2D_H_
