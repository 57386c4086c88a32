// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Types, codes and conversions that the other headers build on.

#ifndef INC_EXTERNAL_ACL_ACL_BASE_H_
#define INC_EXTERNAL_ACL_ACL_BASE_H_

#include "acl_base_mdl.h"
#include "acl_base_rt.h"
#include "error_codes/ge_error_codes.h"
#include "error_codes/rt_error_codes.h"

#endif  // INC_EXTERNAL_ACL_ACL_BASE_H_
