// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_ACLNN_COPY_H_
#define BACKLERP_SRC_ACLNN_COPY_H_

#include <algorithm>
#include <cstdint>
#include <vector>

namespace backlerp::aclnn {

// `count` values, or none where the pointer is null. A count that no memory
// could hold throws before `values + count` is formed, which would wrap.
template <typename T>
std::vector<T> CopyOf(const T* values, uint64_t count) {
  std::vector<T> copy;
  if (values == nullptr || count == 0) return copy;
  copy.resize(count);
  std::copy_n(values, count, copy.begin());
  return copy;
}

}  // namespace backlerp::aclnn

#endif  // BACKLERP_SRC_ACLNN_COPY_H_
