// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_OP_KERNEL_H_
#define BACKLERP_SRC_OP_KERNEL_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "op/plan_data.h"

namespace backlerp {

// One way to compute a problem. Kernels differ in speed only: each gives the
// reference's bits.
struct Kernel {
  std::string name;
  // Whether the kernel can do the problem.
  bool (*supports)(const PlanData& plan);
  // Cuts the problem into tasks, for up to plan.workers workers.
  Partition (*partition)(const PlanData& plan);
  // Computes tasks begin .. end-1. `scratch` belongs to the calling worker and
  // is aligned to kScratchAlign; its contents are arbitrary. Runs in the
  // default floating-point mode.
  void (*run)(const PlanData& plan, const void* src, void* dst,
              std::byte* scratch, int64_t begin, int64_t end) noexcept;
};

// All kernels that this machine can run, best first. The last one, "reference",
// supports every problem.
std::span<const Kernel> KernelList();

Kernel ReferenceKernel();
Kernel CopyKernel();

}  // namespace backlerp

#endif  // BACKLERP_SRC_OP_KERNEL_H_
