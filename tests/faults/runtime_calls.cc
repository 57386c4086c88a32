// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Life cycle, devices, contexts, memory, and what is declared only.

#include <utility>

#include "tests/faults/api_call.h"

namespace backlerp::test {
namespace {

constexpr Layer kRt = Layer::kRuntime;
constexpr bool kAllocates = true;
constexpr bool kDoesNot = false;

#define CALL(...) BACKLERP_CALL(kRt, __VA_ARGS__)
#define EXPRESSION(...) BACKLERP_EXPRESSION(kRt, __VA_ARGS__)

// aclInit and what undoes it, from a process that is not initialised. The
// undoing answers 100037 where it was finalised already.
int InitAndFinalize() {
  const int code = aclInit(nullptr);
  if (code == ACL_SUCCESS) aclFinalize();
  return code;
}

constexpr int kHalfDone = -2;

int SetDevice() {
  const int code = aclrtSetDevice(0);
  const bool was_set = aclrtResetDevice(0) == ACL_SUCCESS;
  // Refused, it must not have counted.
  return code != ACL_SUCCESS && was_set ? kHalfDone : code;
}

int AppLog() {
  aclAppLog(ACL_ERROR, "function", "file", 1, "%s", "a line");
  return ACL_SUCCESS;
}

std::vector<ApiCall> LifeCycle() {
  std::vector<ApiCall> calls = {
      EXPRESSION(kNothing, kAllocates, 0, aclInit, InitAndFinalize()),
      CALL(kNothing, kAllocates, ACL_ERROR_INVALID_FILE, aclInit, "/no/file"),
      EXPRESSION(kNothing, kAllocates, ACL_ERROR_REPEAT_FINALIZE, aclFinalize,
                 (aclFinalize(), aclFinalize())),
      CALL(kNothing, kAllocates, ACL_ERROR_REPEAT_FINALIZE,
           aclFinalizeReference, nullptr),
      EXPRESSION(kNothing, kDoesNot, 0, aclGetRecentErrMsg,
                 (aclGetRecentErrMsg(), 0)),
      CALL(kNothing, kDoesNot, 0, aclrtPeekAtLastError, ACL_RT_THREAD_LEVEL),
      CALL(kNothing, kDoesNot, 0, aclrtGetLastError, ACL_RT_THREAD_LEVEL),
      CALL(kNothing, kDoesNot, 0, aclrtGetVersion, &w.out.small[0],
           &w.out.small[1], &w.out.small[2]),
      CALL(kNothing, kAllocates, ACL_ERROR_INVALID_PARAM, aclrtGetVersion,
           nullptr, nullptr, nullptr),
      CALL(kNothing, kDoesNot, 0, aclsysGetCANNVersion, ACL_PKG_NAME_CANN,
           &w.out.version),
      CALL(kNothing, kAllocates, ACL_ERROR_INVALID_FILE, aclsysGetCANNVersion,
           ACL_PKG_NAME_HCCL, &w.out.version),
      EXPRESSION(kNothing, kAllocates, 0, aclAppLog, AppLog()),
      EXPRESSION(kNothing, kDoesNot, 0, aclrtGetSocName,
                 aclrtGetSocName() == nullptr ? kNull : 0),
      EXPRESSION(kNothing, kDoesNot, 0, aclDataTypeSize,
                 static_cast<int>(aclDataTypeSize(ACL_FLOAT)) - 4),
      EXPRESSION(kNothing, kDoesNot, 0, aclFloat16ToFloat,
                 static_cast<int>(aclFloat16ToFloat(0))),
      EXPRESSION(kNothing, kDoesNot, 0, aclFloatToFloat16,
                 aclFloatToFloat16(0)),
  };
  for (ApiCall& call : calls) {
    // Of these a fault may cost the message, the log's line or the options.
    const std::string name = call.function;
    call.survives = name == "aclAppLog" || name == "aclGetRecentErrMsg" ||
                    name == "aclrtGetSocName";
  }
  return calls;
}

std::vector<ApiCall> Devices() {
  constexpr int kNoDevice = ACL_ERROR_RT_INVALID_DEVICEID;
  constexpr int kBadParam = ACL_ERROR_RT_PARAM_INVALID;
  constexpr int kNoContext = ACL_ERROR_RT_CONTEXT_NULL;
  return {
      EXPRESSION(kNothing, kAllocates, 0, aclrtSetDevice, SetDevice()),
      CALL(kNothing, kAllocates, kNoDevice, aclrtSetDevice, 7),
      CALL(kContext, kDoesNot, 0, aclrtResetDevice, 0),
      CALL(kNothing, kAllocates, ACL_ERROR_RT_CONTEXT_RELEASE_ERROR,
           aclrtResetDevice, 0),
      CALL(kStream, kDoesNot, 0, aclrtResetDeviceForce, 0),
      CALL(kNothing, kAllocates, kNoDevice, aclrtResetDeviceForce, 7),
      CALL(kContext, kDoesNot, 0, aclrtGetDevice, &w.out.small[0]),
      CALL(kNothing, kAllocates, kNoContext, aclrtGetDevice, &w.out.small[0]),
      EXPRESSION(kNothing, kDoesNot, 0, aclrtGetDeviceCount,
                 [&] {
                   uint32_t count = 0;
                   return aclrtGetDeviceCount(&count);
                 }()),
      CALL(kStream, kAllocates, 0, aclrtSynchronizeDevice),
      CALL(kNothing, kAllocates, kNoContext, aclrtSynchronizeDevice),
      CALL(kStream, kAllocates, 0, aclrtSynchronizeDeviceWithTimeout, 100),
      CALL(kContext, kAllocates, kBadParam, aclrtSynchronizeDeviceWithTimeout,
           0),
      EXPRESSION(kNothing, kDoesNot, 0, aclrtGetRunMode,
                 [&] {
                   aclrtRunMode mode = ACL_DEVICE;
                   return aclrtGetRunMode(&mode);
                 }()),
      CALL(kNothing, kDoesNot, 0, aclGetDeviceCapability, 0,
           ACL_DEVICE_INFO_AI_CORE_NUM, &w.out.value),
      CALL(kNothing, kAllocates, kNoDevice, aclGetDeviceCapability, 7,
           ACL_DEVICE_INFO_AI_CORE_NUM, &w.out.value),
      CALL(kNothing, kDoesNot, 0, aclrtGetDeviceInfo, 0,
           ACL_DEV_ATTR_AICORE_CORE_NUM, &w.out.value),
      CALL(kNothing, kAllocates, kNoDevice, aclrtGetDeviceInfo, 7,
           ACL_DEV_ATTR_AICORE_CORE_NUM, &w.out.value),
      CALL(kNothing, kDoesNot, 0, aclrtSetDeviceSatMode,
           ACL_RT_OVERFLOW_MODE_INFNAN),
      CALL(kNothing, kDoesNot, 0, aclrtSetOpExecuteTimeOut, 1),
      CALL(kNothing, kDoesNot, 0, aclrtSetOpWaitTimeout, 0),
      CALL(kContext, kAllocates, 0, aclrtCreateContext, &w.out.context, 0),
      CALL(kContext, kAllocates, kNoDevice, aclrtCreateContext, &w.out.context,
           7),
      CALL(kContext, kAllocates, kBadParam, aclrtDestroyContext, &w),
      EXPRESSION(kContext, kDoesNot, 0, aclrtSetCurrentContext,
                 [&] {
                   aclrtContext current = nullptr;
                   aclrtGetCurrentContext(&current);
                   return aclrtSetCurrentContext(current);
                 }()),
      CALL(kContext, kAllocates, kBadParam, aclrtSetCurrentContext, &w),
      CALL(kNothing, kAllocates, kNoContext, aclrtGetCurrentContext,
           &w.out.context),
      EXPRESSION(kContext, kAllocates, 0, aclrtCtxGetCurrentDefaultStream,
                 [&] {
                   aclrtStream stream = nullptr;
                   return aclrtCtxGetCurrentDefaultStream(&stream);
                 }()),
      CALL(kContext, kDoesNot, 0, aclrtCtxSetSysParamOpt, ACL_OPT_DETERMINISTIC,
           1),
      CALL(kContext, kAllocates, kBadParam, aclrtCtxSetSysParamOpt,
           ACL_OPT_DETERMINISTIC, 9),
      CALL(kContext, kAllocates, ACL_ERROR_RT_SYSPARAMOPT_NOT_SET,
           aclrtCtxGetSysParamOpt, ACL_OPT_DETERMINISTIC, &w.out.value),
      CALL(kNothing, kDoesNot, 0, aclrtSetSysParamOpt, ACL_OPT_DETERMINISTIC,
           0),
      CALL(kNothing, kDoesNot, 0, aclrtGetSysParamOpt, ACL_OPT_DETERMINISTIC,
           &w.out.value),
  };
}

std::vector<ApiCall> Memory() {
  constexpr int kBadParam = ACL_ERROR_RT_PARAM_INVALID;
  constexpr aclrtMemMallocPolicy kPolicy = ACL_MEM_MALLOC_HUGE_FIRST;
  return {
      CALL(kContext, kAllocates, 0, aclrtMalloc, &w.out.pointer, 100, kPolicy),
      CALL(kNothing, kAllocates, ACL_ERROR_RT_CONTEXT_NULL, aclrtMalloc,
           &w.out.pointer, 100, kPolicy),
      CALL(kContext, kAllocates, 0, aclrtMallocAlign32, &w.out.pointer, 100,
           kPolicy),
      CALL(kContext, kAllocates, 0, aclrtMallocCached, &w.out.pointer, 100,
           kPolicy),
      CALL(kContext, kAllocates, 0, aclrtMallocWithCfg, &w.out.pointer, 100,
           kPolicy, nullptr),
      CALL(kContext, kAllocates, 0, aclrtMallocHost, &w.out.pointer, 100),
      CALL(kContext, kAllocates, 0, aclrtMallocHostWithCfg, &w.out.pointer, 100,
           nullptr),
      CALL(kNothing, kAllocates, kBadParam, aclrtFree, &w),
      CALL(kNothing, kAllocates, kBadParam, aclrtFreeHost, &w),
      CALL(kStream, kAllocates, kBadParam, aclrtFreeWithDevSync, &w),
      CALL(kStream, kAllocates, kBadParam, aclrtFreeHostWithDevSync, &w),
      CALL(kMemory, kDoesNot, 0, aclrtMemcpy, w.device, 256, w.host, 256,
           ACL_MEMCPY_HOST_TO_DEVICE),
      CALL(kMemory, kAllocates, kBadParam, aclrtMemcpy, w.device, 1, w.host,
           256, ACL_MEMCPY_HOST_TO_DEVICE),
      CALL(kMemory, kDoesNot, 0, aclrtMemcpy2d, w.device, 16, w.host, 16, 8, 4,
           ACL_MEMCPY_HOST_TO_DEVICE),
      CALL(kMemory, kAllocates, kBadParam, aclrtMemcpy2d, w.device, 4, w.host,
           16, 8, 4, ACL_MEMCPY_HOST_TO_DEVICE),
      CALL(kMemory, kDoesNot, 0, aclrtMemset, w.device, 256, 0, 256),
      CALL(kMemory, kAllocates, kBadParam, aclrtMemset, w.device, 1, 0, 256),
      EXPRESSION(kContext, kDoesNot, 0, aclrtGetMemInfo,
                 [&] {
                   size_t free = 0;
                   size_t total = 0;
                   return aclrtGetMemInfo(ACL_DDR_MEM, &free, &total);
                 }()),
      EXPRESSION(kNothing, kAllocates, ACL_ERROR_INVALID_PARAM, aclrtGetMemInfo,
                 aclrtGetMemInfo(ACL_DDR_MEM, nullptr, nullptr)),
      CALL(kMemory, kDoesNot, 0, aclrtPointerGetAttributes, w.device,
           &w.out.attributes),
      CALL(kMemory, kDoesNot, 0, aclrtMemFlush, w.device, 16),
      CALL(kMemory, kAllocates, ACL_ERROR_INVALID_PARAM, aclrtMemFlush,
           w.device, 0),
      EXPRESSION(kNothing, kAllocates, 0, aclCreateDataBuffer,
                 Keep(aclCreateDataBuffer(&w, 1), &w.out.buffer)),
      EXPRESSION(kBuffer, kDoesNot, 0, aclDestroyDataBuffer,
                 aclDestroyDataBuffer(std::exchange(w.buffer, nullptr))),
      CALL(kNothing, kAllocates, ACL_ERROR_RT_INVALID_HANDLE,
           aclDestroyDataBuffer, reinterpret_cast<aclDataBuffer*>(&w)),
      CALL(kBuffer, kDoesNot, 0, aclUpdateDataBuffer, w.buffer, &w, 2),
      CALL(kNothing, kAllocates, ACL_ERROR_RT_INVALID_HANDLE,
           aclUpdateDataBuffer, reinterpret_cast<aclDataBuffer*>(&w), &w, 2),
      EXPRESSION(kBuffer, kDoesNot, 0, aclGetDataBufferAddr,
                 aclGetDataBufferAddr(w.buffer) == nullptr ? kNull : 0),
      EXPRESSION(
          kNothing, kAllocates, kNull, aclGetDataBufferAddr,
          aclGetDataBufferAddr(reinterpret_cast<aclDataBuffer*>(&w)) == nullptr
              ? kNull
              : 0),
      EXPRESSION(kNothing, kAllocates, kNull, aclGetDataBufferSize,
                 static_cast<int>(aclGetDataBufferSize(nullptr)) - 1),
      EXPRESSION(kNothing, kAllocates, kNull, aclGetDataBufferSizeV2,
                 static_cast<int>(aclGetDataBufferSizeV2(nullptr)) - 1),
  };
}

// Refused with a message, whatever the arguments.
std::vector<ApiCall> Unsupported() {
  constexpr int kNo = ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
  return {
      CALL(kNothing, kAllocates, ACL_ERROR_INVALID_PARAM, aclsysGetVersionStr,
           nullptr, nullptr),
      CALL(kNothing, kAllocates, ACL_ERROR_INVALID_PARAM, aclsysGetVersionNum,
           nullptr, nullptr),
      CALL(kNothing, kAllocates, kNo, aclrtDeviceCanAccessPeer, &w.out.small[0],
           0, 1),
      CALL(kNothing, kAllocates, kNo, aclrtDeviceEnablePeerAccess, 1, 0),
      EXPRESSION(kNothing, kAllocates, kNo, aclrtGetStreamAvailableNum,
                 [&] {
                   uint32_t count = 0;
                   return aclrtGetStreamAvailableNum(&count);
                 }()),
      CALL(kNothing, kAllocates, kNo, aclrtHostRegister, &w, 1,
           ACL_HOST_REGISTER_MAPPED, &w.out.pointer),
      EXPRESSION(kNothing, kAllocates, kNull, aclrtAllocatorCreateDesc,
                 aclrtAllocatorCreateDesc() == nullptr ? kNull : 0),
      CALL(kNothing, kAllocates, kNo, aclrtAllocatorDestroyDesc, nullptr),
      CALL(kNothing, kAllocates, kNo, aclrtAllocatorSetObjToDesc, nullptr,
           nullptr),
      CALL(kNothing, kAllocates, kNo, aclrtAllocatorSetAllocFuncToDesc, nullptr,
           nullptr),
      CALL(kNothing, kAllocates, kNo, aclrtAllocatorSetFreeFuncToDesc, nullptr,
           nullptr),
      CALL(kNothing, kAllocates, kNo, aclrtAllocatorSetAllocAdviseFuncToDesc,
           nullptr, nullptr),
      CALL(kNothing, kAllocates, kNo,
           aclrtAllocatorSetGetAddrFromBlockFuncToDesc, nullptr, nullptr),
      CALL(kNothing, kAllocates, kNo, aclrtAllocatorRegister, nullptr, nullptr),
      CALL(kNothing, kAllocates, kNo, aclrtAllocatorGetByStream, nullptr,
           nullptr, nullptr, nullptr, nullptr, nullptr, nullptr),
      CALL(kNothing, kAllocates, kNo, aclrtAllocatorUnregister, nullptr),
  };
}

#undef CALL
#undef EXPRESSION

}  // namespace

std::vector<ApiCall> RuntimeCalls() {
  std::vector<ApiCall> all;
  for (const auto table : {LifeCycle, Devices, Memory, Unsupported}) {
    const std::vector<ApiCall> calls = table();
    all.insert(all.end(), calls.begin(), calls.end());
  }
  return all;
}

}  // namespace backlerp::test
