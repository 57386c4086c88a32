// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Everything of the runtime: life cycle, devices, streams, events and memory.

#ifndef INC_EXTERNAL_ACL_ACL_H_
#define INC_EXTERNAL_ACL_ACL_H_

#include "acl_mdl.h"
#include "acl_op.h"
#include "acl_rt.h"

#endif  // INC_EXTERNAL_ACL_ACL_H_
