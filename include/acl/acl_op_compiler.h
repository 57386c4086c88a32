// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The API that compiles single operators is not part of this library. The
// header exists because acl.h and client programs include it.

#ifndef INC_EXTERNAL_ACL_ACL_OP_COMPILER_H_
#define INC_EXTERNAL_ACL_ACL_OP_COMPILER_H_

#include "acl_base.h"

#endif  // INC_EXTERNAL_ACL_ACL_OP_COMPILER_H_
