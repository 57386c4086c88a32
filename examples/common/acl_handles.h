// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Owners for what the CANN C API hands out: each destroys its handle, and
// every failure is an exception that carries the library's own message.

#ifndef BACKLERP_EXAMPLES_COMMON_ACL_HANDLES_H_
#define BACKLERP_EXAMPLES_COMMON_ACL_HANDLES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"

namespace examples {

// Throws std::runtime_error "<call> failed with <status>: <message>" unless
// `status`, an aclError or an aclnnStatus, is success.
void Check(int status, const char* call);

// The runtime with device 0, for the calling thread; one at a time, to be made
// before and destroyed after everything else here.
class Device {
 public:
  Device();
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
};

class Stream {
 public:
  Stream();
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  aclrtStream get() const { return handle_; }
  // Waits for all work that was put on the stream, and reports its failure.
  void Synchronize() const;

 private:
  aclrtStream handle_ = nullptr;
};

// Device memory. May be of 0 bytes: data() is null then.
class DeviceMemory {
 public:
  explicit DeviceMemory(size_t bytes);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }

  // Copy the whole of it; the sizes must agree.
  void Upload(std::span<const float> values);
  void Download(std::span<float> values) const;

 private:
  void* data_ = nullptr;
  size_t bytes_;
};

struct DestroyHandle {
  void operator()(aclTensor* handle) const { aclDestroyTensor(handle); }
  void operator()(aclIntArray* handle) const { aclDestroyIntArray(handle); }
  void operator()(aclOpExecutor* handle) const {
    aclDestroyAclOpExecutor(handle);
  }
};
using TensorHandle = std::unique_ptr<aclTensor, DestroyHandle>;
using IntArrayHandle = std::unique_ptr<aclIntArray, DestroyHandle>;
using ExecutorHandle = std::unique_ptr<aclOpExecutor, DestroyHandle>;

// A packed NCHW tensor of floats at `data`, which it does not own.
TensorHandle MakeTensor(std::span<const int64_t, 4> shape, void* data);
IntArrayHandle MakeIntArray(std::span<const int64_t> values);

}  // namespace examples

#endif  // BACKLERP_EXAMPLES_COMMON_ACL_HANDLES_H_
