// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OP_API_INC_ACLNN_UTIL_H_
#define OP_API_INC_ACLNN_UTIL_H_

// Marks operators, which stay visible where everything else is hidden.
#define ACLNN_API __attribute__((visibility("default")))

#endif  // OP_API_INC_ACLNN_UTIL_H_
