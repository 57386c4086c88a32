// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The one place that knows which kernels there are. The plan takes the first
// that supports its problem.

#include <vector>

#include "op/kernel.h"
#ifdef BACKLERP_SIMD
#include "cpu/vector_kernels.h"
#endif

namespace backlerp {

std::span<const Kernel> KernelList() {
  // Leaked on purpose: plans may outlive static destruction.
  static const auto& kernels = *new const std::vector<Kernel>([] {
    std::vector<Kernel> list = {CopyKernel()};
#ifdef BACKLERP_SIMD
    AppendVectorKernels(&list);
#endif
    list.push_back(ReferenceKernel());
    return list;
  }());
  return kernels;
}

}  // namespace backlerp
