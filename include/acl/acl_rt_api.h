// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Overloads of runtime functions for C++: typed pointers, default arguments,
// and one name where C needs several. Each only forwards to the C function of
// its family, whose contract (acl_rt.h) holds. acl.h does not include this
// file.

#ifndef INC_EXTERNAL_ACL_ACL_RT_API_H_
#define INC_EXTERNAL_ACL_ACL_RT_API_H_

#include "acl_rt.h"

#ifdef __cplusplus

// Sizes and counts are in bytes, as in C.
template <typename T>
inline aclError aclrtMalloc(T** devPtr, size_t size,
                            aclrtMemMallocPolicy policy,
                            aclrtMallocConfig* cfg) {
  return aclrtMallocWithCfg(reinterpret_cast<void**>(devPtr), size, policy,
                            cfg);
}

template <typename T>
inline aclError aclrtMalloc(T** devPtr, size_t size,
                            aclrtMallocConfig* cfg = nullptr) {
  return aclrtMalloc(devPtr, size, ACL_MEM_MALLOC_HUGE_FIRST, cfg);
}

template <typename T>
inline aclError aclrtMallocHost(T** hostPtr, size_t size,
                                aclrtMallocConfig* cfg = nullptr) {
  return aclrtMallocHostWithCfg(reinterpret_cast<void**>(hostPtr), size, cfg);
}

template <typename T, typename U>
inline aclError aclrtMemcpy(T* dst, size_t destMax, const U* src, size_t count,
                            aclrtMemcpyKind kind = ACL_MEMCPY_DEFAULT) {
  return aclrtMemcpy(static_cast<void*>(dst), destMax,
                     static_cast<const void*>(src), count, kind);
}

template <typename T, typename U>
inline aclError aclrtMemcpyAsync(T* dst, size_t destMax, const U* src,
                                 size_t count, aclrtMemcpyKind kind,
                                 aclrtStream stream) {
  return aclrtMemcpyAsync(static_cast<void*>(dst), destMax,
                          static_cast<const void*>(src), count, kind, stream);
}

inline aclError aclrtCreateStream(aclrtStream* stream, uint32_t priority,
                                  uint32_t flag) {
  return aclrtCreateStreamWithConfig(stream, priority, flag);
}

inline aclError aclrtCreateEvent(aclrtEvent* event, uint32_t flag) {
  return aclrtCreateEventExWithFlag(event, flag);
}

inline aclError aclrtSynchronizeStream(aclrtStream stream, int32_t timeout) {
  return aclrtSynchronizeStreamWithTimeout(stream, timeout);
}

inline aclError aclrtSynchronizeDevice(int32_t timeout) {
  return aclrtSynchronizeDeviceWithTimeout(timeout);
}

inline aclError aclrtSynchronizeEvent(aclrtEvent event, int32_t timeout) {
  return aclrtSynchronizeEventWithTimeout(event, timeout);
}

inline aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event,
                                     int32_t timeout) {
  return aclrtStreamWaitEventWithTimeout(stream, event, timeout);
}

#endif  // __cplusplus

#endif  // INC_EXTERNAL_ACL_ACL_RT_API_H_
