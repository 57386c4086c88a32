// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/acl_session.h"

#include <cstdlib>
#include <stdexcept>

#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"

namespace backlerp::test {

std::string RecentErrorMessage() {
  const char* message = aclGetRecentErrMsg();
  return message == nullptr ? "" : message;
}

void ThrowUnlessSuccess(int status, const char* call) {
  if (status == ACL_SUCCESS) return;
  throw std::runtime_error(std::string(call) + " returned " +
                           std::to_string(status) + ": " +
                           RecentErrorMessage());
}

ScopedEnvironment::ScopedEnvironment(const Variables& variables) {
  for (const auto& [name, value] : variables) {
    const char* before = std::getenv(name.c_str());
    saved_.push_back(
        {name, before != nullptr, before != nullptr ? before : ""});
    setenv(name.c_str(), value.c_str(), /*replace=*/1);
  }
}

ScopedEnvironment::~ScopedEnvironment() {
  for (const Saved& saved : saved_) {
    if (saved.was_set) {
      setenv(saved.name.c_str(), saved.value.c_str(), /*replace=*/1);
    } else {
      unsetenv(saved.name.c_str());
    }
  }
}

AclSession::AclSession(const Variables& variables) : environment_(variables) {
  ThrowUnlessSuccess(aclInit(nullptr), "aclInit");
  ThrowUnlessSuccess(aclrtSetDevice(0), "aclrtSetDevice");
  ThrowUnlessSuccess(aclrtCreateStream(&stream_), "aclrtCreateStream");
}

AclSession::~AclSession() {
  aclrtDestroyStream(stream_);
  aclrtResetDevice(0);
  aclFinalize();
}

void AclSession::Synchronize() const {
  ThrowUnlessSuccess(aclrtSynchronizeStream(stream_), "aclrtSynchronizeStream");
}

// aclrtMalloc refuses 0 bytes; an empty tensor still wants an address.
DeviceBuffer::DeviceBuffer(size_t bytes) : bytes_(bytes) {
  ThrowUnlessSuccess(
      aclrtMalloc(&data_, bytes == 0 ? 1 : bytes, ACL_MEM_MALLOC_HUGE_FIRST),
      "aclrtMalloc");
}

DeviceBuffer::DeviceBuffer(const std::vector<std::byte>& contents)
    : DeviceBuffer(contents.size()) {
  Write(0, contents.data(), contents.size());
}

DeviceBuffer::~DeviceBuffer() { aclrtFree(data_); }

void DeviceBuffer::Write(size_t offset, const void* from, size_t bytes) {
  ThrowUnlessSuccess(
      aclrtMemcpy(static_cast<std::byte*>(data_) + offset, bytes_ - offset,
                  from, bytes, ACL_MEMCPY_HOST_TO_DEVICE),
      "aclrtMemcpy");
}

void DeviceBuffer::Read(size_t offset, void* to, size_t bytes) const {
  ThrowUnlessSuccess(
      aclrtMemcpy(to, bytes, static_cast<const std::byte*>(data_) + offset,
                  bytes, ACL_MEMCPY_DEVICE_TO_HOST),
      "aclrtMemcpy");
}

void DeviceBuffer::Fill(int byte, size_t bytes) {
  ThrowUnlessSuccess(aclrtMemset(data_, bytes_, byte, bytes), "aclrtMemset");
}

std::vector<std::byte> DeviceBuffer::Contents() const {
  std::vector<std::byte> contents(bytes_);
  Read(0, contents.data(), bytes_);
  return contents;
}

std::vector<int64_t> PackedStrides(const std::vector<int64_t>& dims) {
  std::vector<int64_t> strides(dims.size(), 1);
  for (size_t i = dims.size(); i-- > 1;) {
    strides[i - 1] = strides[i] * dims[i];
  }
  return strides;
}

TensorHandle::TensorHandle(const TensorLayout& layout, aclDataType dtype,
                           void* data)
    : tensor_(aclCreateTensor(layout.dims.data(), layout.dims.size(), dtype,
                              layout.strides.data(), layout.offset,
                              layout.format, layout.dims.data(),
                              layout.dims.size(), data)) {
  if (tensor_ == nullptr) throw std::runtime_error("aclCreateTensor: null");
}

TensorHandle::~TensorHandle() { aclDestroyTensor(tensor_); }

IntArrayHandle::IntArrayHandle(const std::vector<int64_t>& values)
    : array_(aclCreateIntArray(values.data(), values.size())) {
  if (array_ == nullptr) throw std::runtime_error("aclCreateIntArray: null");
}

IntArrayHandle::~IntArrayHandle() { aclDestroyIntArray(array_); }

const char* NameOf(Operator op) {
  switch (op) {
    case Operator::kV2:
      return "v2";
    case Operator::kV1:
      return "v1";
    case Operator::kForward:
      break;
  }
  return "forward";
}

aclnnStatus FirstPhase(const OperatorArguments& a, uint64_t* workspace_size,
                       aclOpExecutor** executor) {
  switch (a.op) {
    case Operator::kV2:
      return aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize(
          a.src, a.output_size, a.input_size, a.align_corners, a.scale_h,
          a.scale_w, a.dst, workspace_size, executor);
    case Operator::kV1:
      return aclnnUpsampleBilinear2dBackwardGetWorkspaceSize(
          a.src, a.output_size, a.input_size, a.align_corners, a.scale_h,
          a.scale_w, a.dst, workspace_size, executor);
    case Operator::kForward:
      break;
  }
  return aclnnUpsampleBilinear2dGetWorkspaceSize(
      a.src, a.output_size, a.align_corners, a.scale_h, a.scale_w, a.dst,
      workspace_size, executor);
}

aclnnStatus SecondPhase(Operator op, void* workspace, uint64_t workspace_size,
                        aclOpExecutor* executor, aclrtStream stream) {
  switch (op) {
    case Operator::kV2:
      return aclnnUpsampleBilinear2dBackwardV2(workspace, workspace_size,
                                               executor, stream);
    case Operator::kV1:
      return aclnnUpsampleBilinear2dBackward(workspace, workspace_size,
                                             executor, stream);
    case Operator::kForward:
      break;
  }
  return aclnnUpsampleBilinear2d(workspace, workspace_size, executor, stream);
}

void RunToEnd(const OperatorArguments& arguments, const AclSession& session) {
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  ThrowUnlessSuccess(FirstPhase(arguments, &workspace_size, &executor),
                     "first phase");
  const DeviceBuffer workspace(workspace_size);
  ThrowUnlessSuccess(
      SecondPhase(arguments.op,
                  workspace_size == 0 ? nullptr : workspace.data(),
                  workspace_size, executor, session.stream()),
      "second phase");
  session.Synchronize();
}

}  // namespace backlerp::test
