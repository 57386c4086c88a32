// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_BASE_PARALLEL_H_
#define BACKLERP_SRC_BASE_PARALLEL_H_

#include <cstdint>

namespace backlerp {

// Work that can be cut into tasks 0 .. tasks-1 in any way without changing its
// result. `worker` is below the number given to ParallelFor, and no two calls
// with the same worker run at the same time: it may own scratch memory.
class ParallelWork {
 public:
  virtual void Run(int64_t begin, int64_t end, int worker) const noexcept = 0;

 protected:
  ~ParallelWork() = default;
};

// Runs all tasks, `grain` at a time, on up to `workers` threads, the calling
// one among them, and returns when all are done. Every thread works in the
// default floating-point mode (fp_mode.h).
void ParallelFor(const ParallelWork& work, int64_t tasks, int64_t grain,
                 int workers) noexcept;

}  // namespace backlerp

#endif  // BACKLERP_SRC_BASE_PARALLEL_H_
