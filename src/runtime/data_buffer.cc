// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <mutex>

#include "acl/acl.h"
#include "base/handle_table.h"
#include "base/per_process.h"
#include "runtime/check.h"

namespace rt = backlerp::runtime;

namespace backlerp::runtime {
namespace {

struct Buffer {
  std::mutex mutex;
  void* data;
  size_t size;
};

using BufferTable = HandleTable<Buffer, aclDataBuffer*, 0xB4>;

constinit PerProcess<BufferTable> buffers;

BufferTable& Buffers() { return buffers.get(); }

aclError RejectBuffer(const char* function, const aclDataBuffer* given) {
  return RejectHandle(ACL_ERROR_RT_INVALID_HANDLE, function, "dataBuffer",
                      given, "a live data buffer");
}

size_t SizeOf(const char* function, const aclDataBuffer* handle) {
  const auto buffer = Buffers().Get(handle);
  if (buffer == nullptr) {
    RejectBuffer(function, handle);
    return 0;
  }
  const std::lock_guard lock(buffer->mutex);
  return buffer->size;
}

}  // namespace
}  // namespace backlerp::runtime

aclDataBuffer* aclCreateDataBuffer(void* data, size_t size) try {
  auto buffer = std::make_shared<rt::Buffer>();
  buffer->data = data;
  buffer->size = size;
  return rt::Buffers().Insert(std::move(buffer));
} catch (...) {
  rt::CaughtException(__func__);
  return nullptr;
}

aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer) try {
  BACKLERP_RETURN_IF_NULL(dataBuffer);
  if (rt::Buffers().Take(dataBuffer) != nullptr) return ACL_SUCCESS;
  return rt::RejectBuffer(__func__, dataBuffer);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data,
                             size_t size) try {
  BACKLERP_RETURN_IF_NULL(dataBuffer);
  const auto buffer = rt::Buffers().Get(dataBuffer);
  if (buffer == nullptr) return rt::RejectBuffer(__func__, dataBuffer);
  const std::lock_guard lock(buffer->mutex);
  buffer->data = data;
  buffer->size = size;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer) {
  const auto buffer = rt::Buffers().Get(dataBuffer);
  if (buffer == nullptr) {
    rt::RejectBuffer(__func__, dataBuffer);
    return nullptr;
  }
  const std::lock_guard lock(buffer->mutex);
  return buffer->data;
}

uint32_t aclGetDataBufferSize(const aclDataBuffer* dataBuffer) {
  return static_cast<uint32_t>(rt::SizeOf(__func__, dataBuffer));
}

size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer) {
  return rt::SizeOf(__func__, dataBuffer);
}
