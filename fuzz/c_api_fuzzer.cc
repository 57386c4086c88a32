// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// A client that calls the whole C API in any order, with handles that are live,
// dead, foreign or made up, and any numbers. Nothing it does may crash, touch
// memory that is not its own or hang, and a call that must succeed or must be
// refused is.

#include <cstdlib>

#include "fuzz/c_api_world.h"
#include "fuzz/require.h"

namespace backlerp::fuzz {

int Destroy(Kind kind, void* handle) {
  switch (kind) {
    case Kind::kTensor:
      return aclDestroyTensor(static_cast<aclTensor*>(handle));
    case Kind::kScalar:
      return aclDestroyScalar(static_cast<aclScalar*>(handle));
    case Kind::kIntArray:
      return aclDestroyIntArray(static_cast<aclIntArray*>(handle));
    case Kind::kFloatArray:
      return aclDestroyFloatArray(static_cast<aclFloatArray*>(handle));
    case Kind::kBoolArray:
      return aclDestroyBoolArray(static_cast<aclBoolArray*>(handle));
    case Kind::kTensorList:
      return aclDestroyTensorList(static_cast<aclTensorList*>(handle));
    case Kind::kScalarList:
      return aclDestroyScalarList(static_cast<aclScalarList*>(handle));
    case Kind::kExecutor:
      return aclDestroyAclOpExecutor(static_cast<aclOpExecutor*>(handle));
    case Kind::kStream:
      return aclrtDestroyStream(handle);
    case Kind::kEvent:
      return aclrtDestroyEvent(handle);
    case Kind::kContext:
      return aclrtDestroyContext(handle);
    case Kind::kDataBuffer:
      return aclDestroyDataBuffer(static_cast<aclDataBuffer*>(handle));
  }
  return 0;
}

namespace {

// Longer sequences find little that shorter ones do not, and are slow.
constexpr int kMaxCalls = 150;

// Each run begins as a process does, as far as a client can see.
void Begin() {
  setenv("BACKLERP_LOG", "off", /*replace=*/1);
  setenv("BACKLERP_SOC", "Ascend910B", /*replace=*/1);
  setenv("BACKLERP_STRICT", "0", /*replace=*/1);
  while (aclFinalize() == ACL_SUCCESS) {
  }
  Require(aclInit(nullptr) == ACL_SUCCESS, "aclInit fails");
  LastingBlocks();
  while (aclrtResetDeviceForce(0) == ACL_SUCCESS) {
  }
  Require(aclrtSetDevice(0) == ACL_SUCCESS, "aclrtSetDevice fails");
  aclrtSetOpWaitTimeout(0);
}

void CallAnything(World* world) {
  switch (world->in().Between(0, 11)) {
    case 0:
    case 1:
    case 2:
      return CallMeta(world);
    case 3:
    case 4:
    case 5:
    case 6:
      return CallOperator(world);
    case 7:
    case 8:
      return CallStream(world);
    case 9:
      return CallContext(world);
    case 10:
      return CallMemory(world);
    default:
      return CallRest(world);
  }
}

// All that is left is still what it was, and goes. Lists first: they take their
// members along.
void End(World* world) {
  static constexpr Kind kOrder[] = {
      Kind::kTensorList, Kind::kScalarList, Kind::kTensor,
      Kind::kScalar,     Kind::kIntArray,   Kind::kFloatArray,
      Kind::kBoolArray,  Kind::kExecutor,   Kind::kStream,
      Kind::kEvent,      Kind::kContext,    Kind::kDataBuffer};
  for (const Kind kind : kOrder) {
    const Kind member =
        kind == Kind::kTensorList ? Kind::kTensor : Kind::kScalar;
    for (const Entry& entry : world->entries(kind)) {
      const bool live = entry.life == Life::kLive;
      CheckDestroyed(world, kind, entry.handle, Destroy(kind, entry.handle));
      if (!live) continue;
      for (void* one : entry.members) world->Kill(member, one);
    }
  }
  for (const auto& block : world->short_blocks()) {
    if (!block.live) continue;
    const auto release = block.host ? aclrtFreeHost : aclrtFree;
    Require(release(block.data) == ACL_SUCCESS, "a live block stays");
  }
}

void Run(Input* input) {
  Begin();
  World world(input);
  for (int i = 0; i < kMaxCalls && !input->empty(); ++i) CallAnything(&world);
  End(&world);
}

}  // namespace
}  // namespace backlerp::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  backlerp::fuzz::Input input(data, size);
  backlerp::fuzz::Run(&input);
  return 0;
}
