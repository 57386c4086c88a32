// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The functions that are declared but not offered. Each says so, with a reason.

#include "acl/acl.h"
#include "runtime/check.h"

namespace rt = backlerp::runtime;

namespace {

constexpr const char* kNoAllocators =
    "operators take no memory but their workspace";

}  // namespace

aclError aclsysGetVersionStr(char* pkgName, char* versionStr) {
  BACKLERP_RETURN_IF_NULL(pkgName);
  BACKLERP_RETURN_IF_NULL(versionStr);
  return rt::NotSupported(__func__, "use aclsysGetCANNVersion");
}

aclError aclsysGetVersionNum(char* pkgName, int32_t* versionNum) {
  BACKLERP_RETURN_IF_NULL(pkgName);
  BACKLERP_RETURN_IF_NULL(versionNum);
  return rt::NotSupported(__func__, "use aclrtGetVersion");
}

aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t /*deviceId*/,
                                  int32_t /*peerDeviceId*/) {
  BACKLERP_RETURN_IF_NULL(canAccessPeer);
  return rt::NotSupported(__func__, "there is one device");
}

aclError aclrtDeviceEnablePeerAccess(int32_t /*peerDeviceId*/,
                                     uint32_t /*flags*/) {
  return rt::NotSupported(__func__, "there is one device");
}

aclError aclrtGetStreamAvailableNum(uint32_t* streamCount) {
  BACKLERP_RETURN_IF_NULL(streamCount);
  return rt::NotSupported(__func__, "streams are limited by memory only");
}

aclError aclrtHostRegister(void* ptr, uint64_t /*size*/,
                           aclrtHostRegisterType /*type*/, void** devPtr) {
  BACKLERP_RETURN_IF_NULL(ptr);
  BACKLERP_RETURN_IF_NULL(devPtr);
  return rt::NotSupported(__func__, "host memory needs no registration");
}

aclrtAllocatorDesc aclrtAllocatorCreateDesc(void) {
  rt::NotSupported(__func__, kNoAllocators);
  return nullptr;
}

aclError aclrtAllocatorDestroyDesc(aclrtAllocatorDesc /*allocatorDesc*/) {
  return rt::NotSupported(__func__, kNoAllocators);
}

aclError aclrtAllocatorSetObjToDesc(aclrtAllocatorDesc /*allocatorDesc*/,
                                    aclrtAllocator /*allocator*/) {
  return rt::NotSupported(__func__, kNoAllocators);
}

aclError aclrtAllocatorSetAllocFuncToDesc(aclrtAllocatorDesc /*allocatorDesc*/,
                                          aclrtAllocatorAllocFunc /*func*/) {
  return rt::NotSupported(__func__, kNoAllocators);
}

aclError aclrtAllocatorSetFreeFuncToDesc(aclrtAllocatorDesc /*allocatorDesc*/,
                                         aclrtAllocatorFreeFunc /*func*/) {
  return rt::NotSupported(__func__, kNoAllocators);
}

aclError aclrtAllocatorSetAllocAdviseFuncToDesc(
    aclrtAllocatorDesc /*allocatorDesc*/,
    aclrtAllocatorAllocAdviseFunc /*func*/) {
  return rt::NotSupported(__func__, kNoAllocators);
}

aclError aclrtAllocatorSetGetAddrFromBlockFuncToDesc(
    aclrtAllocatorDesc /*allocatorDesc*/,
    aclrtAllocatorGetAddrFromBlockFunc /*func*/) {
  return rt::NotSupported(__func__, kNoAllocators);
}

aclError aclrtAllocatorRegister(aclrtStream /*stream*/,
                                aclrtAllocatorDesc /*allocatorDesc*/) {
  return rt::NotSupported(__func__, kNoAllocators);
}

aclError aclrtAllocatorGetByStream(
    aclrtStream /*stream*/, aclrtAllocatorDesc* /*allocatorDesc*/,
    aclrtAllocator* /*allocator*/, aclrtAllocatorAllocFunc* /*allocFunc*/,
    aclrtAllocatorFreeFunc* /*freeFunc*/,
    aclrtAllocatorAllocAdviseFunc* /*allocAdviseFunc*/,
    aclrtAllocatorGetAddrFromBlockFunc* /*getAddrFromBlockFunc*/) {
  return rt::NotSupported(__func__, kNoAllocators);
}

aclError aclrtAllocatorUnregister(aclrtStream /*stream*/) {
  return rt::NotSupported(__func__, kNoAllocators);
}
