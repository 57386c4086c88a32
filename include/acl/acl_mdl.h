// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The model API is not part of this library. The header
// exists because acl.h and client programs include it.

#ifndef INC_EXTERNAL_ACL_ACL_MDL_H_
#define INC_EXTERNAL_ACL_ACL_MDL_H_

#include "acl_base.h"

#endif  // INC_EXTERNAL_ACL_ACL_MDL_H_
