// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <unistd.h>

#include <limits>

#include "acl/acl.h"
#include "base/options.h"
#include "runtime/check.h"
#include "runtime/context.h"
#include "runtime/device.h"
#include "runtime/memory_blocks.h"

namespace rt = backlerp::runtime;

namespace backlerp::runtime {
namespace {

constexpr size_t kGranule = 32;

// What a device block is padded to besides the next multiple of 32: clients'
// kernels read a little past the end.
size_t TailPadding(aclrtMemMallocPolicy policy) {
  const int number = static_cast<int>(policy);
  const bool gigabyte_pages = number == ACL_MEM_MALLOC_HUGE1G_ONLY ||
                              number == ACL_MEM_MALLOC_HUGE1G_ONLY_P2P;
  const bool none = gigabyte_pages || GetOptions().soc == Soc::kAscend950;
  return none ? 0 : kGranule;
}

aclError Allocate(const char* function, MemoryKind kind, size_t size,
                  size_t tail, void** address) {
  if (size == 0) {
    return Reject(ACL_ERROR_INVALID_PARAM, function, "size", size,
                  "at least 1 byte");
  }
  if (size > std::numeric_limits<size_t>::max() - kGranule - tail) {
    return Reject(ACL_ERROR_INVALID_PARAM, function, "size", size,
                  "a size that can be rounded up");
  }
  if (CurrentContext() == nullptr) return NoContext(function);
  const size_t padded = (size + kGranule - 1) / kGranule * kGranule + tail;
  void* const allocated = AllocateBlock(kind, size, padded);
  if (allocated == nullptr) {
    return Reject(
        ACL_ERROR_RT_MEMORY_ALLOCATION, function, "size", size,
        fmt::format("no more than there is memory ({} bytes of {} "
                    "are available)",
                    GetMachineMemory().available, GetMachineMemory().total));
  }
  *address = allocated;
  return ACL_SUCCESS;
}

aclError CheckConfig(const char* function, const aclrtMallocConfig* config) {
  if (config == nullptr || config->attrs == nullptr) return ACL_SUCCESS;
  for (size_t i = 0; i < config->numAttrs; ++i) {
    const aclrtMallocAttribute& attribute = config->attrs[i];
    if (static_cast<int>(attribute.attr) == ACL_RT_MEM_ATTR_DEVICE_ID) {
      BACKLERP_RETURN_IF_ERROR(
          CheckDeviceId(function, attribute.value.deviceId));
    }
  }
  return ACL_SUCCESS;
}

aclError FreeDevice(const char* function, void* address) {
  if (FreeBlock(MemoryKind::kDevice, address)) return ACL_SUCCESS;
  return RejectHandle(ACL_ERROR_RT_PARAM_INVALID, function, "devPtr", address,
                      "the address of a live block of aclrtMalloc");
}

aclError FreeHost(const char* function, void* address) {
  if (FreeBlock(MemoryKind::kHost, address)) return ACL_SUCCESS;
  return RejectHandle(ACL_ERROR_RT_PARAM_INVALID, function, "hostPtr", address,
                      "the address of a live block of aclrtMallocHost");
}

aclError WaitForCurrentDevice(const char* function) {
  if (CurrentContext() == nullptr) return NoContext(function);
  return WaitForDevice(function);
}

}  // namespace
}  // namespace backlerp::runtime

aclError aclrtMalloc(void** devPtr, size_t size,
                     aclrtMemMallocPolicy policy) try {
  BACKLERP_RETURN_IF_NULL(devPtr);
  return rt::Allocate(__func__, rt::MemoryKind::kDevice, size,
                      rt::TailPadding(policy), devPtr);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtMallocAlign32(void** devPtr, size_t size,
                            [[maybe_unused]] aclrtMemMallocPolicy policy) try {
  BACKLERP_RETURN_IF_NULL(devPtr);
  return rt::Allocate(__func__, rt::MemoryKind::kDevice, size, /*tail=*/0,
                      devPtr);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtMallocCached(void** devPtr, size_t size,
                           aclrtMemMallocPolicy policy) try {
  BACKLERP_RETURN_IF_NULL(devPtr);
  return rt::Allocate(__func__, rt::MemoryKind::kDevice, size,
                      rt::TailPadding(policy), devPtr);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtMallocWithCfg(void** devPtr, size_t size,
                            aclrtMemMallocPolicy policy,
                            aclrtMallocConfig* cfg) try {
  BACKLERP_RETURN_IF_NULL(devPtr);
  BACKLERP_RETURN_IF_ERROR(rt::CheckConfig(__func__, cfg));
  return rt::Allocate(__func__, rt::MemoryKind::kDevice, size,
                      rt::TailPadding(policy), devPtr);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtFree(void* devPtr) try {
  BACKLERP_RETURN_IF_NULL(devPtr);
  return rt::FreeDevice(__func__, devPtr);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtFreeWithDevSync(void* devPtr) try {
  BACKLERP_RETURN_IF_NULL(devPtr);
  BACKLERP_RETURN_IF_ERROR(rt::WaitForCurrentDevice(__func__));
  return rt::FreeDevice(__func__, devPtr);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtMallocHost(void** hostPtr, size_t size) try {
  BACKLERP_RETURN_IF_NULL(hostPtr);
  return rt::Allocate(__func__, rt::MemoryKind::kHost, size, /*tail=*/0,
                      hostPtr);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtMallocHostWithCfg(void** hostPtr, uint64_t size,
                                aclrtMallocConfig* cfg) try {
  BACKLERP_RETURN_IF_NULL(hostPtr);
  BACKLERP_RETURN_IF_ERROR(rt::CheckConfig(__func__, cfg));
  return rt::Allocate(__func__, rt::MemoryKind::kHost, size, /*tail=*/0,
                      hostPtr);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtFreeHost(void* hostPtr) try {
  BACKLERP_RETURN_IF_NULL(hostPtr);
  return rt::FreeHost(__func__, hostPtr);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtFreeHostWithDevSync(void* hostPtr) try {
  BACKLERP_RETURN_IF_NULL(hostPtr);
  BACKLERP_RETURN_IF_ERROR(rt::WaitForCurrentDevice(__func__));
  return rt::FreeHost(__func__, hostPtr);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) try {
  BACKLERP_RETURN_IF_NULL(free);
  BACKLERP_RETURN_IF_NULL(total);
  if (static_cast<unsigned>(attr) > ACL_MEM_P2P_HUGE1G) {
    return rt::Reject(ACL_ERROR_INVALID_PARAM, __func__, "attr",
                      static_cast<int>(attr), "0 to 17");
  }
  if (rt::CurrentContext() == nullptr) return rt::NoContext(__func__);
  const rt::MachineMemory memory = rt::GetMachineMemory();
  *free = memory.available;
  *total = memory.total;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtPointerGetAttributes(const void* ptr,
                                   aclrtPtrAttributes* attributes) try {
  BACKLERP_RETURN_IF_NULL(ptr);
  BACKLERP_RETURN_IF_NULL(attributes);
  const auto kind = rt::KindOf(ptr);
  *attributes = {};
  attributes->pageSize = static_cast<uint32_t>(sysconf(_SC_PAGESIZE));
  if (!kind) {
    attributes->location.type = ACL_MEM_LOCATION_TYPE_UNREGISTERED;
  } else {
    attributes->location.type = *kind == rt::MemoryKind::kDevice
                                    ? ACL_MEM_LOCATION_TYPE_DEVICE
                                    : ACL_MEM_LOCATION_TYPE_HOST;
  }
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtMemFlush(void* devPtr, size_t size) try {
  BACKLERP_RETURN_IF_NULL(devPtr);
  if (size != 0) return ACL_SUCCESS;
  return rt::Reject(ACL_ERROR_INVALID_PARAM, __func__, "size", size,
                    "at least 1 byte");
} catch (...) {
  return rt::CaughtException(__func__);
}
