// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_OP_VALIDATE_H_
#define BACKLERP_SRC_OP_VALIDATE_H_

#include "backlerp/problem.h"
#include "backlerp/status.h"

namespace backlerp {

// Whether `problem` can be planned; otherwise kInvalidArgument with a message
// that names the member, its value and what was expected.
Status ValidateProblem(const Problem& problem);

}  // namespace backlerp

#endif  // BACKLERP_SRC_OP_VALIDATE_H_
