// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What differs between the chips whose rules we can follow.

#ifndef BACKLERP_SRC_ACLNN_PROFILE_H_
#define BACKLERP_SRC_ACLNN_PROFILE_H_

#include "aclnn/scales.h"
#include "base/options.h"

namespace backlerp::aclnn {

struct Profile {
  Soc soc;
  bool bf16_in_v2;
  bool bf16_in_v1;
  const ScalePolicy* scales_in_v2;
  const ScalePolicy* scales_in_v1;
  const ScalePolicy* scales_in_forward;
};

// The profile that BACKLERP_SOC asks for.
const Profile& CurrentProfile();

}  // namespace backlerp::aclnn

#endif  // BACKLERP_SRC_ACLNN_PROFILE_H_
