// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What every operator header includes: the arguments' types and the optional
// start and end of operator use.

#ifndef OP_API_OP_API_COMMON_INC_EXTERNAL_ACLNN_BASE_H
#define OP_API_OP_API_COMMON_INC_EXTERNAL_ACLNN_BASE_H

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

// Optional here and harmless to repeat; aclInit alone is enough, and so is
// this. `configPath` may be null or name any file: it holds nothing that this
// library obeys, so it is not even opened. Always 0. Any thread.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInit(const char* configPath);

// The counterpart; live handles stay live. Always 0. Any thread.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFinalize(void);

#ifdef __cplusplus
}
#endif

#endif  // OP_API_OP_API_COMMON_INC_EXTERNAL_ACLNN_BASE_H
