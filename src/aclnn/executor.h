// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The two phases, for every operator: phase 1 makes an Executor out of a Call,
// phase 2 puts it on a stream. An operator adds its name and its list of
// checks.

#ifndef BACKLERP_SRC_ACLNN_EXECUTOR_H_
#define BACKLERP_SRC_ACLNN_EXECUTOR_H_

#include <atomic>
#include <cstdint>

#include "aclnn/call.h"
#include "aclnn/profile.h"
#include "aclnn/view.h"
#include "backlerp/plan.h"

namespace backlerp::aclnn {

// What is particular to an operator.
struct Operator {
  const char* name;          // of phase 2's function
  const char* phase_1_name;  // of phase 1's function
  Direction direction;
  const ScalePolicy* Profile::*scales;
  // All checks in the operator's order; fills call->src, dst and sizes.
  Verdict (*check)(Call* call);
};

// What phase 1 leaves for phase 2. Immutable but for `repeatable`.
struct Executor {
  const Operator* op = nullptr;
  // Without elements there is no plan, no view and nothing to do.
  bool empty = false;
  Plan plan;
  View src;
  View dst;
  std::atomic<bool> repeatable = false;
};

// The whole of phase 1 and of phase 2: the operators' C functions only forward.
aclnnStatus PhaseOne(const Operator& op, Call call, uint64_t* workspace_size,
                     aclOpExecutor** executor) noexcept;
aclnnStatus PhaseTwo(const Operator& op, void* workspace,
                     uint64_t workspace_size, aclOpExecutor* executor,
                     aclrtStream stream) noexcept;

}  // namespace backlerp::aclnn

#endif  // BACKLERP_SRC_ACLNN_EXECUTOR_H_
