// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_ACL_OPERATOR_H_
#define BACKLERP_SRC_CLI_ACL_OPERATOR_H_

#include <cstddef>

#include "backlerp/problem.h"
#include "cli/images.h"

namespace backlerp::cli {

// CANN's names for what can be done.
enum class AclOperator {
  kBackwardV2,  // aclnnUpsampleBilinear2dBackwardV2
  kBackward,    // aclnnUpsampleBilinear2dBackward, "V1"
  kForward,     // aclnnUpsampleBilinear2d
};

// One call of the operator through the C API, both phases, on whole tensors:
// its checks, its rule for scales, BACKLERP_SOC and BACKLERP_STRICT hold. The
// strides in `problem` say where elements are, `src` and `dst` point to the
// first ones. Throws Failure with the library's message.
void RunAclOperator(AclOperator op, const Problem& problem, bool nhwc,
                    const std::byte* src, std::byte* dst);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_ACL_OPERATOR_H_
