// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "aclnn/tensor.h"

#include <cstddef>

namespace backlerp::aclnn {

std::vector<int64_t> RowMajorStrides(std::span<const int64_t> dims) {
  std::vector<int64_t> strides(dims.size());
  // Unsigned: dims are whatever the client wrote, and may wrap.
  uint64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    strides[i] = static_cast<int64_t>(stride);
    stride *= static_cast<uint64_t>(dims[i]);
  }
  return strides;
}

}  // namespace backlerp::aclnn
