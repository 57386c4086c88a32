// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Streams, events and callbacks.

#include <pthread.h>

#include <atomic>

#include "fuzz/c_api_world.h"
#include "fuzz/require.h"

namespace backlerp::fuzz {
namespace {

aclrtStream AnyStream(World* world) { return world->Any<void>(Kind::kStream); }
aclrtEvent AnyEvent(World* world) { return world->Any<void>(Kind::kEvent); }

// In milliseconds: short, or refused.
int32_t AnyTimeout(World* world) {
  static const std::vector<int32_t> timeouts = {1, 1, 0, -2, INT32_MIN};
  return world->in().Pick(timeouts);
}

std::atomic<int> calls{0};
void CountCall(void* counter) { ++*static_cast<std::atomic<int>*>(counter); }

void CreateStream(World* world) {
  aclrtStream stream = nullptr;
  const uint32_t flags = world->in().Take<uint32_t>();
  const aclError code =
      world->in().OneIn(2)
          ? aclrtCreateStream(&stream)
          : aclrtCreateStreamWithConfig(&stream, flags >> 8, flags & 0xFF);
  if (code == ACL_SUCCESS) world->Add(Kind::kStream, stream);
}

void DefaultStream(World* world) {
  aclrtStream stream = nullptr;
  if (aclrtCtxGetCurrentDefaultStream(&stream) != ACL_SUCCESS) return;
  if (world->Find(Kind::kStream, stream) != nullptr) return;
  world->Add(Kind::kStream, stream)->life = Life::kUnknown;
}

void DestroyStream(World* world) {
  const aclrtStream stream = AnyStream(world);
  const auto destroy =
      world->in().OneIn(3) ? aclrtDestroyStreamForce : aclrtDestroyStream;
  CheckDestroyed(world, Kind::kStream, stream, destroy(stream));
}

void WaitForStream(World* world) {
  const aclrtStream stream = AnyStream(world);
  switch (world->in().Between(0, 4)) {
    case 0:
      aclrtSynchronizeStream(stream);
      break;
    case 1:
      aclrtSynchronizeStreamWithTimeout(stream, AnyTimeout(world));
      break;
    case 2:
      aclrtStreamAbort(stream);
      break;
    case 3:
      aclrtSynchronizeDevice();
      break;
    default:
      aclrtSynchronizeDeviceWithTimeout(AnyTimeout(world));
  }
}

void AskStream(World* world) {
  const aclrtStream stream = AnyStream(world);
  aclrtStreamStatus status;
  int32_t id = 0;
  uint32_t number = 0;
  aclrtStreamQuery(stream, &status);
  aclrtStreamGetId(stream, &id);
  aclrtStreamGetPriority(stream, &number);
  aclrtStreamGetFlags(stream, &number);
  aclrtGetStreamAvailableNum(&number);
  aclrtSetStreamFailureMode(stream, world->in().Between(0, 2));
}

void LaunchHostFunction(World* world) {
  aclrtLaunchHostFunc(AnyStream(world),
                      world->in().OneIn(8) ? nullptr : CountCall, &calls);
}

// Nobody but this thread runs callbacks, so none that blocks may stay.
void Callback(World* world) {
  const aclrtStream stream = AnyStream(world);
  const auto self = static_cast<uint64_t>(pthread_self());
  if (aclrtSubscribeReport(self, stream) != ACL_SUCCESS) return;
  const auto type = EnumOf<aclrtCallbackBlockType>(world->in().Between(0, 2));
  aclrtLaunchCallback(CountCall, &calls, type, stream);
  if (world->in().OneIn(2)) aclrtProcessReport(AnyTimeout(world));
  Require(aclrtUnSubscribeReport(self, stream) == ACL_SUCCESS,
          "a subscription cannot be ended");
}

void ForeignSubscription(World* world) {
  const aclrtStream stream = AnyStream(world);
  const auto thread = world->in().Take<uint64_t>();
  if (aclrtSubscribeReport(thread, stream) != ACL_SUCCESS) return;
  aclrtLaunchCallback(CountCall, &calls, ACL_CALLBACK_NO_BLOCK, stream);
  Require(aclrtUnSubscribeReport(thread, stream) == ACL_SUCCESS,
          "a subscription cannot be ended");
}

void CreateEvent(World* world) {
  aclrtEvent event = nullptr;
  const auto flag = world->in().Take<uint32_t>();
  aclError code = ACL_SUCCESS;
  switch (world->in().Between(0, 2)) {
    case 0:
      code = aclrtCreateEvent(&event);
      break;
    case 1:
      code = aclrtCreateEventWithFlag(&event, flag);
      break;
    default:
      code = aclrtCreateEventExWithFlag(&event, flag);
  }
  if (code == ACL_SUCCESS) world->Add(Kind::kEvent, event);
}

void UseEvent(World* world) {
  const aclrtEvent event = AnyEvent(world);
  const aclrtStream stream = AnyStream(world);
  switch (world->in().Between(0, 6)) {
    case 0:
    case 1:
      aclrtRecordEvent(event, stream);
      break;
    case 2:
      aclrtStreamWaitEvent(stream, event);
      break;
    case 3:
      aclrtStreamWaitEventWithTimeout(stream, event, AnyTimeout(world));
      break;
    case 4:
      aclrtResetEvent(event, stream);
      break;
    case 5:
      aclrtSynchronizeEvent(event);
      break;
    default:
      aclrtSynchronizeEventWithTimeout(event, AnyTimeout(world));
  }
}

void AskEvent(World* world) {
  const aclrtEvent event = AnyEvent(world);
  aclrtEventRecordedStatus recorded;
  aclrtEventStatus status;
  aclrtEventWaitStatus wait;
  float ms = 0;
  uint64_t time = 0;
  uint32_t id = 0;
  const bool live = world->IsLive(Kind::kEvent, event);
  Require((aclrtQueryEventStatus(event, &recorded) == ACL_SUCCESS) == live,
          "aclrtQueryEventStatus: wrong code");
  Require((aclrtGetEventId(event, &id) == ACL_SUCCESS) == live,
          "aclrtGetEventId: wrong code");
  aclrtQueryEvent(event, &status);
  aclrtQueryEventWaitStatus(event, &wait);
  aclrtEventGetTimestamp(event, &time);
  aclrtEventElapsedTime(&ms, event, AnyEvent(world));
}

void DestroyEvent(World* world) {
  const aclrtEvent event = AnyEvent(world);
  CheckDestroyed(world, Kind::kEvent, event, aclrtDestroyEvent(event));
}

}  // namespace

void CallStream(World* world) {
  static const std::vector<void (*)(World*)> all = {
      CreateStream, CreateStream,       DefaultStream, DestroyStream,
      AskStream,    LaunchHostFunction, Callback,      ForeignSubscription,
      CreateEvent,  CreateEvent,        UseEvent,      UseEvent,
      UseEvent,     WaitForStream,      AskEvent,      DestroyEvent};
  world->in().Pick(all)(world);
}

}  // namespace backlerp::fuzz
