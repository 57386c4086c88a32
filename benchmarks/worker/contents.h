// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What stands in the tensors: every peer reads the same values, so that their
// results can be held against each other.

#ifndef BACKLERP_BENCHMARKS_WORKER_CONTENTS_H_
#define BACKLERP_BENCHMARKS_WORKER_CONTENTS_H_

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <vector>

#include "benchmarks/worker/case.h"

namespace backlerp::bench {

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<void, Free>;

// Aligned to a page, and touched.
Memory Allocate(size_t bytes);

// Element i, in N, C, H, W order, becomes ((i % 8191) * 37 % 251 - 125) / 64:
// all three types hold it exactly. torch_worker.py has the same formula.
void Fill(const Tensor& tensor, void* data);

// Up to 4096 elements spread over the tensor, the same ones for every layout
// (torch_worker.py takes them too).
std::vector<float> Sample(const Tensor& tensor, const void* data);

}  // namespace backlerp::bench

#endif  // BACKLERP_BENCHMARKS_WORKER_CONTENTS_H_
