// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_ACLNN_TENSOR_H_
#define BACKLERP_SRC_ACLNN_TENSOR_H_

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "acl/acl_base.h"

namespace backlerp::aclnn {

// What a client says about a view. Nothing here has been checked.
struct Description {
  std::vector<int64_t> view_dims;
  std::vector<int64_t> strides;  // in elements, as many as view_dims
  int64_t offset = 0;            // in elements
  aclDataType dtype = ACL_DT_UNDEFINED;
  aclFormat format = ACL_FORMAT_UNDEFINED;
  std::vector<int64_t> storage_dims;  // for aclGetStorageShape only
};

// Strides of a row-major tensor without gaps. Dimensions are untrusted: where a
// product overflows, the strides are meaningless but defined.
std::vector<int64_t> RowMajorStrides(std::span<const int64_t> dims);

// The state behind an aclTensor handle. Executors share it, to learn the
// address that is in force when they run. Thread-safe.
class Tensor {
 public:
  Tensor(Description description, void* address)
      : description_(std::move(description)), address_(address) {}

  Description GetDescription() const {
    const std::lock_guard lock(mutex_);
    return description_;
  }
  void SetDescription(Description description) {
    const std::lock_guard lock(mutex_);
    description_ = std::move(description);
  }

  void* address() const { return address_.load(std::memory_order_acquire); }
  void set_address(void* address) {
    address_.store(address, std::memory_order_release);
  }

 private:
  mutable std::mutex mutex_;
  Description description_;
  std::atomic<void*> address_;
};

}  // namespace backlerp::aclnn

#endif  // BACKLERP_SRC_ACLNN_TENSOR_H_
