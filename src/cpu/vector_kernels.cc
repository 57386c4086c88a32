// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cpu/vector_kernels.h"

#include "hwy/targets.h"

namespace backlerp {

void AppendVectorKernels(std::vector<Kernel>* list) {
  // Highway numbers better targets lower within an architecture.
  for (int64_t targets = hwy::SupportedTargets(); targets != 0;
       targets &= targets - 1) {
    const int64_t target = targets & -targets;
    AppendPlaneLanes(target, list);
    AppendSpreadLanes(target, list);
    AppendDoubledLanes(target, list);
    AppendColumnLanes(target, list);
    AppendChannelLanes(target, list);
    AppendRowPanel(target, list);
  }
}

}  // namespace backlerp
