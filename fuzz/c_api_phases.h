// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The two phases with the operator as a number.

#ifndef BACKLERP_FUZZ_C_API_PHASES_H_
#define BACKLERP_FUZZ_C_API_PHASES_H_

#include <cstdint>

#include "aclnn/aclnn_base.h"
#include "fuzz/c_api_world.h"

namespace backlerp::fuzz {

// 0: V2, 1: V1, 2: forward.
inline constexpr int kOperators = 3;

struct Arguments {
  const aclTensor* src;
  const aclIntArray* output_size;
  const aclIntArray* input_size;
  bool align_corners;
  double scale_h;
  double scale_w;
  aclTensor* dst;
};

aclnnStatus FirstPhase(int op, const Arguments& arguments, uint64_t* bytes,
                       aclOpExecutor** executor);
aclnnStatus SecondPhase(int op, void* workspace, uint64_t bytes,
                        aclOpExecutor* executor, aclrtStream stream);

// Small tensors and arrays that fit together, but for what is spoilt now and
// then; they belong to `world`.
Arguments MatchingArguments(World* world, bool backward);

}  // namespace backlerp::fuzz

#endif  // BACKLERP_FUZZ_C_API_PHASES_H_
