// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Copies and fills. The order of the tests is part of the contract (acl_rt.h).

#include <cstring>

#include "acl/acl.h"
#include "base/checked.h"
#include "runtime/check.h"
#include "runtime/context.h"
#include "runtime/memory_blocks.h"
#include "runtime/runtime.h"
#include "runtime/stream.h"

namespace rt = backlerp::runtime;

namespace backlerp::runtime {
namespace {

// Both tests of aclrtMemcpy that come after the null pointers.
aclError CheckKind(const char* function, aclrtMemcpyKind kind) {
  if (static_cast<unsigned>(kind) <= ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE) {
    return ACL_SUCCESS;
  }
  return Reject(ACL_ERROR_INVALID_PARAM, function, "kind",
                static_cast<int>(kind), "0 to 5");
}

aclError CheckRoom(const char* function, const char* name, size_t room,
                   size_t count) {
  if (count <= room) return ACL_SUCCESS;
  return Reject(ACL_ERROR_RT_PARAM_INVALID, function, name, room,
                fmt::format("at least count, {}", count));
}

// Whether a copy has to be over when the call returns, because the client may
// reuse host memory that the runtime does not know.
bool MustFinishFirst(const void* dst, const void* src, aclrtMemcpyKind kind) {
  const bool dst_known = KindOf(dst).has_value();
  const bool src_known = KindOf(src).has_value();
  switch (static_cast<int>(kind)) {
    case ACL_MEMCPY_DEVICE_TO_DEVICE:
      return false;
    case ACL_MEMCPY_HOST_TO_DEVICE:
    case ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE:
      return !src_known;
    case ACL_MEMCPY_DEVICE_TO_HOST:
      return !dst_known;
    default:
      return !dst_known || !src_known;
  }
}

aclError CopyAsync(const char* function, void* dst, const void* src,
                   size_t count, aclrtMemcpyKind kind, aclrtStream stream) {
  std::shared_ptr<Stream> found;
  BACKLERP_RETURN_IF_ERROR(FindStream(function, stream, &found));
  if (MustFinishFirst(dst, src, kind)) {
    BACKLERP_RETURN_IF_ERROR(CheckMayWait(function, *found));
    found->queue->Wait(/*deadline=*/{});
    std::memmove(dst, src, count);
    return ACL_SUCCESS;
  }
  const auto task = [dst, src, count] {
    std::memmove(dst, src, count);
    return aclError{ACL_SUCCESS};
  };
  return PushTask(function, stream, *found, task);
}

aclError MemcpyAsync(const char* function, void* dst, size_t dest_max,
                     const void* src, size_t count, aclrtMemcpyKind kind,
                     aclrtStream stream) {
  if (count == 0) return ACL_SUCCESS;
  if (dst == nullptr) return RejectNull(function, "dst");
  if (src == nullptr) return RejectNull(function, "src");
  BACKLERP_RETURN_IF_ERROR(CheckKind(function, kind));
  BACKLERP_RETURN_IF_ERROR(CheckRoom(function, "destMax", dest_max, count));
  if (dst == src) return ACL_SUCCESS;
  if (kind == ACL_MEMCPY_HOST_TO_HOST) {
    return NotSupported(function, "kind is ACL_MEMCPY_HOST_TO_HOST");
  }
  return CopyAsync(function, dst, src, count, kind, stream);
}

// Bytes from the first to behind the last of `height` rows; nullopt on
// overflow.
Checked PitchedBytes(size_t pitch, size_t width, size_t height) {
  constexpr size_t kMax = INT64_MAX;
  if (pitch > kMax || width > kMax || height > kMax) return std::nullopt;
  return CheckedAdd(
      CheckedMul(static_cast<int64_t>(pitch), static_cast<int64_t>(height) - 1),
      static_cast<int64_t>(width));
}

aclError CheckPitch(const char* function, const char* name, size_t pitch,
                    size_t width, size_t height) {
  if (pitch < width) {
    return Reject(ACL_ERROR_RT_PARAM_INVALID, function, name, pitch,
                  fmt::format("at least width, {}", width));
  }
  if (PitchedBytes(pitch, width, height)) return ACL_SUCCESS;
  return Reject(ACL_ERROR_RT_PARAM_INVALID, function, name, pitch,
                "a pitch whose rows fit in the address space");
}

}  // namespace
}  // namespace backlerp::runtime

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                     aclrtMemcpyKind kind) try {
  if (count == 0) return ACL_SUCCESS;
  BACKLERP_RETURN_IF_NULL(dst);
  BACKLERP_RETURN_IF_NULL(src);
  BACKLERP_RETURN_IF_ERROR(rt::CheckKind(__func__, kind));
  BACKLERP_RETURN_IF_ERROR(rt::CheckRoom(__func__, "destMax", destMax, count));
  if (dst == src) return ACL_SUCCESS;
  if (rt::CurrentContext() == nullptr) return rt::NoContext(__func__);
  std::memmove(dst, src, count);
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src,
                          size_t count, aclrtMemcpyKind kind,
                          aclrtStream stream) try {
  return rt::MemcpyAsync(__func__, dst, destMax, src, count, kind, stream);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtMemcpyAsyncWithCondition(void* dst, size_t destMax,
                                       const void* src, size_t count,
                                       aclrtMemcpyKind kind,
                                       aclrtStream stream) try {
  return rt::MemcpyAsync(__func__, dst, destMax, src, count, kind, stream);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch,
                       size_t width, size_t height, aclrtMemcpyKind kind) try {
  if (width == 0 || height == 0) return ACL_SUCCESS;
  BACKLERP_RETURN_IF_NULL(dst);
  BACKLERP_RETURN_IF_NULL(src);
  BACKLERP_RETURN_IF_ERROR(rt::CheckKind(__func__, kind));
  BACKLERP_RETURN_IF_ERROR(
      rt::CheckPitch(__func__, "dpitch", dpitch, width, height));
  BACKLERP_RETURN_IF_ERROR(
      rt::CheckPitch(__func__, "spitch", spitch, width, height));
  if (rt::CurrentContext() == nullptr) return rt::NoContext(__func__);
  for (size_t row = 0; row < height; ++row) {
    std::memmove(static_cast<char*>(dst) + row * dpitch,
                 static_cast<const char*>(src) + row * spitch, width);
  }
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value,
                     size_t count) try {
  if (count == 0) return ACL_SUCCESS;
  BACKLERP_RETURN_IF_NULL(devPtr);
  BACKLERP_RETURN_IF_ERROR(
      rt::CheckRoom(__func__, "maxCount", maxCount, count));
  if (rt::CurrentContext() == nullptr) return rt::NoContext(__func__);
  std::memset(devPtr, value, count);
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value,
                          size_t count, aclrtStream stream) try {
  if (count == 0) return ACL_SUCCESS;
  BACKLERP_RETURN_IF_NULL(devPtr);
  BACKLERP_RETURN_IF_ERROR(
      rt::CheckRoom(__func__, "maxCount", maxCount, count));
  const auto task = [devPtr, value, count] {
    std::memset(devPtr, value, count);
    return aclError{ACL_SUCCESS};
  };
  return rt::Enqueue(stream, task, __func__);
} catch (...) {
  return rt::CaughtException(__func__);
}
