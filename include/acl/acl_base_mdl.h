// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The part of acl_base.h that models and single operators use.

#ifndef INC_EXTERNAL_ACL_ACL_BASE_MDL_H_
#define INC_EXTERNAL_ACL_ACL_BASE_MDL_H_

#ifdef __cplusplus
extern "C" {
#endif

// Named by client code; this library neither makes nor takes one.
typedef struct aclTensorDesc aclTensorDesc;

#ifdef __cplusplus
}
#endif

#endif  // INC_EXTERNAL_ACL_ACL_BASE_MDL_H_
