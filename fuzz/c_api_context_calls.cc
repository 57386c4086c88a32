// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Contexts, devices, the life cycle.

#include <cstdlib>
#include <string>

#include "fuzz/c_api_world.h"
#include "fuzz/require.h"

namespace backlerp::fuzz {
namespace {

void CreateContext(World* world) {
  aclrtContext context = nullptr;
  const auto device =
      static_cast<int32_t>(world->in().OneIn(4) ? world->AnyNumber() : 0);
  const aclError code = aclrtCreateContext(&context, device);
  Require((code == ACL_SUCCESS) == (device == 0),
          "aclrtCreateContext answers " + std::to_string(code));
  if (code == ACL_SUCCESS) world->Add(Kind::kContext, context);
}

void UseContext(World* world) {
  auto* const context = world->Any<void>(Kind::kContext);
  const aclError code = aclrtSetCurrentContext(context);
  if (!world->IsLive(Kind::kContext, context)) return;
  Require(code == ACL_SUCCESS, "a live context cannot be made current");
  aclrtContext current = nullptr;
  Require(aclrtGetCurrentContext(&current) == ACL_SUCCESS && current == context,
          "the current context is another one");
}

void DestroyContext(World* world) {
  auto* const context = world->Any<void>(Kind::kContext);
  const aclError code = aclrtDestroyContext(context);
  CheckDestroyed(world, Kind::kContext, context, code);
  if (code == ACL_SUCCESS) world->DoubtStreams();
}

void UseDevice(World* world) {
  const auto device =
      static_cast<int32_t>(world->in().OneIn(4) ? world->AnyNumber() : 0);
  switch (world->in().Between(0, 3)) {
    case 0:
      aclrtResetDevice(device);
      world->DoubtStreams();
      break;
    case 1:
      aclrtResetDeviceForce(device);
      world->DoubtStreams();
      break;
    default:
      Require((aclrtSetDevice(device) == ACL_SUCCESS) == (device == 0),
              "aclrtSetDevice: wrong code");
  }
}

void LifeCycle(World* world) {
  static const std::vector<const char*> chips = {
      "Ascend910B", "Ascend910_93", "Ascend950", "Ascend910", "Ascend310P"};
  setenv("BACKLERP_SOC", world->in().Pick(chips), /*replace=*/1);
  setenv("BACKLERP_STRICT", world->in().OneIn(4) ? "1" : "0", /*replace=*/1);
  // The two hold from now on, not from some later call on.
  while (aclFinalize() == ACL_SUCCESS) {
  }
  aclInit(world->in().OneIn(4) ? "/no/such/file" : nullptr);
  aclInit(nullptr);
  uint64_t count = 0;
  if (world->in().OneIn(3)) aclFinalizeReference(&count);
  aclnnInit(nullptr);
  if (world->in().OneIn(3)) aclnnFinalize();
}

}  // namespace

void CallContext(World* world) {
  static const std::vector<void (*)(World*)> all = {CreateContext,  UseContext,
                                                    DestroyContext, UseDevice,
                                                    UseDevice,      LifeCycle};
  world->in().Pick(all)(world);
}

}  // namespace backlerp::fuzz
