// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The plans of the last few problems, so that a loop over the same shapes pays
// for their tables once.

#ifndef BACKLERP_PYTHON_SRC_PLAN_CACHE_H_
#define BACKLERP_PYTHON_SRC_PLAN_CACHE_H_

#include "backlerp/plan.h"
#include "backlerp/status.h"

namespace backlerp::python {

// As Plan::Create, from the cache where it has the plan. Thread-safe.
Status CachedPlan(const Problem& problem, int threads, Plan* plan);

}  // namespace backlerp::python

#endif  // BACKLERP_PYTHON_SRC_PLAN_CACHE_H_
