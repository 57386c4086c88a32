// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "common/acl_handles.h"

#include <new>
#include <stdexcept>
#include <string>

namespace examples {

void Check(int status, const char* call) {
  if (status == ACL_SUCCESS) return;
  std::string text =
      std::string(call) + " failed with " + std::to_string(status);
  const char* reason = aclGetRecentErrMsg();
  if (reason != nullptr) text += std::string(": ") + reason;
  while (text.back() == '\n') text.pop_back();
  throw std::runtime_error(text);
}

Device::Device() {
  Check(aclInit(nullptr), "aclInit");
  Check(aclrtSetDevice(0), "aclrtSetDevice");
}

Device::~Device() {
  aclrtResetDevice(0);
  aclFinalize();
}

Stream::Stream() { Check(aclrtCreateStream(&handle_), "aclrtCreateStream"); }

Stream::~Stream() { aclrtDestroyStream(handle_); }

void Stream::Synchronize() const {
  Check(aclrtSynchronizeStream(handle_), "aclrtSynchronizeStream");
}

DeviceMemory::DeviceMemory(size_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;  // aclrtMalloc refuses that
  Check(aclrtMalloc(&data_, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
}

DeviceMemory::~DeviceMemory() {
  if (data_ != nullptr) aclrtFree(data_);
}

void DeviceMemory::Upload(std::span<const float> values) {
  Check(aclrtMemcpy(data_, bytes_, values.data(), values.size_bytes(),
                    ACL_MEMCPY_HOST_TO_DEVICE),
        "aclrtMemcpy");
}

void DeviceMemory::Download(std::span<float> values) const {
  Check(aclrtMemcpy(values.data(), values.size_bytes(), data_, bytes_,
                    ACL_MEMCPY_DEVICE_TO_HOST),
        "aclrtMemcpy");
}

TensorHandle MakeTensor(std::span<const int64_t, 4> shape, void* data) {
  TensorHandle tensor(aclCreateTensor(
      shape.data(), shape.size(), ACL_FLOAT, /*stride=*/nullptr, /*offset=*/0,
      ACL_FORMAT_NCHW, shape.data(), shape.size(), data));
  if (tensor == nullptr) throw std::bad_alloc();
  return tensor;
}

IntArrayHandle MakeIntArray(std::span<const int64_t> values) {
  IntArrayHandle array(aclCreateIntArray(values.data(), values.size()));
  if (array == nullptr) throw std::bad_alloc();
  return array;
}

}  // namespace examples
