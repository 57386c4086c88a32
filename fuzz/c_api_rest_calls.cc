// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Data buffers, conversions, options, versions, errors, and what answers that
// it is not supported.

#include <array>
#include <cmath>

#include "fuzz/c_api_world.h"
#include "fuzz/require.h"

namespace backlerp::fuzz {
namespace {

// The memory of data buffers is never looked at: any address will do.
void* AnyBits(World* world) {
  return reinterpret_cast<void*>(world->in().Take<uintptr_t>());  // NOLINT
}

void DataBuffers(World* world) {
  const auto* made = aclCreateDataBuffer(AnyBits(world), world->in().Index(9));
  Require(made != nullptr, "aclCreateDataBuffer answers null");
  world->Add(Kind::kDataBuffer, made);
  auto* const buffer = world->Any<aclDataBuffer>(Kind::kDataBuffer);
  const bool live = world->IsLive(Kind::kDataBuffer, buffer);
  void* const data = AnyBits(world);
  const auto size = world->in().Take<size_t>();
  const aclError code = aclUpdateDataBuffer(buffer, data, size);
  Require((code == ACL_SUCCESS) == live, "aclUpdateDataBuffer: wrong code");
  Require(aclGetDataBufferAddr(buffer) == (live ? data : nullptr), "address");
  Require(aclGetDataBufferSizeV2(buffer) == (live ? size : 0), "size");
  aclGetDataBufferSize(buffer);
  if (world->in().OneIn(2)) {
    CheckDestroyed(world, Kind::kDataBuffer, buffer,
                   aclDestroyDataBuffer(buffer));
  }
}

void Conversions(World* world) {
  const auto half = world->in().Take<uint16_t>();
  const float value = aclFloat16ToFloat(half);
  Require(std::isfinite(value), "a half that is not finite");
  const bool largest_exponent = (half & 0x7C00) == 0x7C00;
  Require(largest_exponent || aclFloatToFloat16(value) == half,
          "a half changes on its way to float32 and back");
  const aclFloat16 again = aclFloatToFloat16(world->in().Take<float>());
  Require((again & 0x7C00) != 0x7C00, "a conversion does not saturate");
  const size_t bytes = aclDataTypeSize(EnumOf<aclDataType>(world->AnyNumber()));
  Require(bytes <= 16, "an element of more than 16 bytes");
}

void Options(World* world) {
  const auto option = EnumOf<aclSysParamOpt>(
      world->in().OneIn(4) ? world->AnyNumber() : world->in().Between(0, 4));
  const int64_t value = world->AnyNumber();
  int64_t read = 0;
  if (aclrtSetSysParamOpt(option, value) == ACL_SUCCESS) {
    Require(aclrtGetSysParamOpt(option, &read) == ACL_SUCCESS && read == value,
            "an option of the process reads as another value");
  }
  if (aclrtCtxSetSysParamOpt(option, value) == ACL_SUCCESS) {
    Require(
        aclrtCtxGetSysParamOpt(option, &read) == ACL_SUCCESS && read == value,
        "an option of the context reads as another value");
  }
  aclrtSetOpWaitTimeout(world->in().Take<uint32_t>());
  aclrtSetOpExecuteTimeOut(world->in().Take<uint32_t>());
  aclrtSetDeviceSatMode(EnumOf<aclrtFloatOverflowMode>(world->AnyNumber()));
}

void Versions(World* world) {
  aclCANNPackageVersion version;
  aclsysGetCANNVersion(EnumOf<aclCANNPackageName>(world->AnyNumber()),
                       &version);
  int32_t numbers[3];
  aclrtGetVersion(&numbers[0], &numbers[1], &numbers[2]);
  Require(aclrtGetSocName() != nullptr, "no name of the chip");
}

void Devices(World* world) {
  const auto device = static_cast<uint32_t>(world->AnyNumber());
  int64_t value = 0;
  aclGetDeviceCapability(device, EnumOf<aclDeviceInfo>(world->AnyNumber()),
                         &value);
  aclrtGetDeviceInfo(device, EnumOf<aclrtDevAttr>(world->AnyNumber()), &value);
  int32_t id = 0;
  uint32_t count = 0;
  aclrtGetDevice(&id);
  aclrtGetDeviceCount(&count);
  aclrtRunMode mode;
  aclrtGetRunMode(&mode);
  aclrtDeviceCanAccessPeer(&id, static_cast<int32_t>(device), 0);
  aclrtDeviceEnablePeerAccess(static_cast<int32_t>(device), 0);
}

void Errors(World* world) {
  const auto level =
      EnumOf<aclrtLastErrLevel>(world->in().OneIn(4) ? world->AnyNumber() : 0);
  const aclError code = aclrtPeekAtLastError(level);
  Require(aclrtGetLastError(level) == code, "the last error changes");
  aclGetRecentErrMsg();
  Require(aclGetRecentErrMsg() == nullptr, "messages are not cleared");
}

// The code of the call that failed is the thread's last error.
void LastError(World* /*world*/) {
  const aclError code = aclrtFree(nullptr);
  Require(code == ACL_ERROR_INVALID_PARAM, "aclrtFree(null)");
  Require(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL) == code,
          "the last error is not that of the last failure");
}

void Unsupported(World* world) {
  auto* const stream = world->Any<void>(Kind::kStream);
  void* const bits = AnyBits(world);
  Require(aclrtAllocatorCreateDesc() == nullptr, "an allocator is made");
  Require(aclrtAllocatorDestroyDesc(bits) != ACL_SUCCESS, "an allocator lives");
  Require(aclrtAllocatorRegister(stream, bits) != ACL_SUCCESS, "registered");
  Require(aclrtAllocatorUnregister(stream) != ACL_SUCCESS, "unregistered");
  aclrtStream made = nullptr;
  auto* const config = static_cast<const aclrtStreamConfigHandle*>(bits);
  if (aclrtCreateStreamV2(&made, config) == ACL_SUCCESS) {
    Require(bits == nullptr, "a configuration is accepted");
    world->Add(Kind::kStream, made);
  }
  aclDumpOpTensors("op", "name", nullptr, 0, 0, stream);
  char text[] = "CANN";
  int32_t number = 0;
  Require(aclsysGetVersionStr(text, text) != ACL_SUCCESS, "a version");
  Require(aclsysGetVersionNum(text, &number) != ACL_SUCCESS, "a version");
  aclAppLog(EnumOf<aclLogLevel>(world->AnyNumber()), nullptr, "file", 1, "%d",
            number);
}

void Allocators(World* world) {
  void* const desc = AnyBits(world);
  auto* const stream = world->Any<void>(Kind::kStream);
  for (const aclError code :
       {aclrtAllocatorSetObjToDesc(desc, nullptr),
        aclrtAllocatorSetAllocFuncToDesc(desc, nullptr),
        aclrtAllocatorSetFreeFuncToDesc(desc, nullptr),
        aclrtAllocatorSetAllocAdviseFuncToDesc(desc, nullptr),
        aclrtAllocatorSetGetAddrFromBlockFuncToDesc(desc, nullptr),
        aclrtAllocatorGetByStream(stream, nullptr, nullptr, nullptr, nullptr,
                                  nullptr, nullptr)}) {
    Require(code != ACL_SUCCESS, "a custom allocator is accepted");
  }
}

}  // namespace

void CallRest(World* world) {
  static const std::vector<void (*)(World*)> calls = {
      DataBuffers, Conversions, Options,     Versions,  Devices,
      Errors,      LastError,   Unsupported, Allocators};
  world->in().Pick(calls)(world);
}

}  // namespace backlerp::fuzz
