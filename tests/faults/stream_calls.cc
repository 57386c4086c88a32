// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Streams, events and callbacks.

#include <pthread.h>

#include <utility>

#include "tests/faults/api_call.h"

namespace backlerp::test {
namespace {

constexpr Layer kRt = Layer::kRuntime;
constexpr bool kAllocates = true;
constexpr bool kDoesNot = false;
constexpr int kBadHandle = ACL_ERROR_RT_INVALID_HANDLE;
constexpr int kBadParam = ACL_ERROR_RT_PARAM_INVALID;

#define CALL(...) BACKLERP_CALL(kRt, __VA_ARGS__)
#define EXPRESSION(...) BACKLERP_EXPRESSION(kRt, __VA_ARGS__)

void DoNothing(void* /*unused*/) {}

uint64_t ThisThreadId() { return static_cast<uint64_t>(pthread_self()); }

// The stream is idle again, so that what its thread holds is released.
int Then(int code, World* w) {
  aclrtSynchronizeStream(w->stream);
  return code;
}

std::vector<ApiCall> Streams() {
  return {
      CALL(kContext, kAllocates, 0, aclrtCreateStream, &w.out.stream),
      CALL(kContext, kAllocates, 0, aclrtCreateStreamWithConfig, &w.out.stream,
           1, 0),
      CALL(kContext, kAllocates, 0, aclrtCreateStreamV2, &w.out.stream,
           nullptr),
      CALL(kNothing, kAllocates, ACL_ERROR_RT_CONTEXT_NULL, aclrtCreateStream,
           &w.out.stream),
      EXPRESSION(kStream, kDoesNot, 0, aclrtDestroyStream,
                 aclrtDestroyStream(std::exchange(w.stream, nullptr))),
      CALL(kNothing, kAllocates, kBadHandle, aclrtDestroyStream, &w),
      EXPRESSION(kStream, kDoesNot, 0, aclrtDestroyStreamForce,
                 aclrtDestroyStreamForce(std::exchange(w.stream, nullptr))),
      CALL(kNothing, kAllocates, kBadHandle, aclrtDestroyStreamForce, &w),
      CALL(kContext, kAllocates, 0, aclrtSynchronizeStream, nullptr),
      CALL(kContext, kAllocates, kBadHandle, aclrtSynchronizeStream, &w),
      CALL(kStream, kDoesNot, 0, aclrtSynchronizeStreamWithTimeout, w.stream,
           100),
      CALL(kContext, kAllocates, kBadParam, aclrtSynchronizeStreamWithTimeout,
           nullptr, 0),
      EXPRESSION(kStream, kDoesNot, 0, aclrtStreamQuery,
                 [&] {
                   aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
                   return aclrtStreamQuery(w.stream, &status);
                 }()),
      CALL(kStream, kDoesNot, 0, aclrtStreamGetId, w.stream, &w.out.small[0]),
      CALL(kContext, kAllocates, kBadHandle, aclrtStreamGetId, &w,
           &w.out.small[0]),
      EXPRESSION(kStream, kDoesNot, 0, aclrtStreamGetPriority,
                 [&] {
                   uint32_t priority = 0;
                   return aclrtStreamGetPriority(w.stream, &priority);
                 }()),
      EXPRESSION(kStream, kDoesNot, 0, aclrtStreamGetFlags,
                 [&] {
                   uint32_t flags = 0;
                   return aclrtStreamGetFlags(w.stream, &flags);
                 }()),
      CALL(kStream, kDoesNot, 0, aclrtSetStreamFailureMode, w.stream,
           ACL_STOP_ON_FAILURE),
      CALL(kStream, kAllocates, kBadParam, aclrtSetStreamFailureMode, w.stream,
           7),
      CALL(kStream, kDoesNot, 0, aclrtStreamAbort, w.stream),
      CALL(kContext, kAllocates, kBadHandle, aclrtStreamAbort, &w),
      EXPRESSION(kStream, kAllocates, 0, aclrtLaunchHostFunc,
                 Then(aclrtLaunchHostFunc(w.stream, DoNothing, nullptr), &w)),
      EXPRESSION(kStream | kMemory, kAllocates, 0, aclrtMemcpyAsync,
                 Then(aclrtMemcpyAsync(w.device, 256, w.host, 256,
                                       ACL_MEMCPY_HOST_TO_DEVICE, w.stream),
                      &w)),
      EXPRESSION(kStream | kMemory, kAllocates, 0,
                 aclrtMemcpyAsyncWithCondition,
                 Then(aclrtMemcpyAsyncWithCondition(w.device, 256, w.host, 256,
                                                    ACL_MEMCPY_HOST_TO_DEVICE,
                                                    w.stream),
                      &w)),
      EXPRESSION(kStream | kMemory, kAllocates, 0, aclrtMemsetAsync,
                 Then(aclrtMemsetAsync(w.device, 256, 0, 256, w.stream), &w)),
  };
}

std::vector<ApiCall> Events() {
  return {
      CALL(kContext, kAllocates, 0, aclrtCreateEvent, &w.out.event),
      CALL(kContext, kAllocates, 0, aclrtCreateEventWithFlag, &w.out.event,
           ACL_EVENT_SYNC),
      CALL(kContext, kAllocates, 0, aclrtCreateEventExWithFlag, &w.out.event,
           ACL_EVENT_SYNC),
      EXPRESSION(kEvent, kDoesNot, 0, aclrtDestroyEvent,
                 aclrtDestroyEvent(std::exchange(w.event, nullptr))),
      CALL(kNothing, kAllocates, kBadHandle, aclrtDestroyEvent, &w),
      EXPRESSION(kEvent, kAllocates, 0, aclrtRecordEvent,
                 Then(aclrtRecordEvent(w.event, w.stream), &w)),
      CALL(kNothing, kAllocates, kBadHandle, aclrtRecordEvent, &w, nullptr),
      EXPRESSION(kEvent, kDoesNot, 0, aclrtResetEvent,
                 Then(aclrtResetEvent(w.event, w.stream), &w)),
      CALL(kNothing, kAllocates, kBadHandle, aclrtResetEvent, &w, nullptr),
      EXPRESSION(kEvent, kAllocates, 0, aclrtStreamWaitEvent,
                 Then(aclrtStreamWaitEvent(w.stream, w.event), &w)),
      EXPRESSION(
          kEvent, kAllocates, 0, aclrtStreamWaitEventWithTimeout,
          Then(aclrtStreamWaitEventWithTimeout(w.stream, w.event, 100), &w)),
      CALL(kEvent, kAllocates, kBadParam, aclrtStreamWaitEventWithTimeout,
           w.stream, w.event, -1),
      CALL(kEvent, kDoesNot, 0, aclrtSynchronizeEvent, w.event),
      CALL(kNothing, kAllocates, kBadHandle, aclrtSynchronizeEvent, &w),
      CALL(kEvent, kDoesNot, 0, aclrtSynchronizeEventWithTimeout, w.event, 100),
      CALL(kEvent, kAllocates, kBadParam, aclrtSynchronizeEventWithTimeout,
           w.event, 0),
      EXPRESSION(kEvent, kDoesNot, 0, aclrtQueryEventStatus,
                 [&] {
                   auto status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
                   return aclrtQueryEventStatus(w.event, &status);
                 }()),
      EXPRESSION(kEvent, kDoesNot, 0, aclrtQueryEvent,
                 [&] {
                   auto status = ACL_EVENT_STATUS_NOT_READY;
                   return aclrtQueryEvent(w.event, &status);
                 }()),
      EXPRESSION(kEvent, kDoesNot, 0, aclrtQueryEventWaitStatus,
                 [&] {
                   auto status = ACL_EVENT_WAIT_STATUS_NOT_READY;
                   return aclrtQueryEventWaitStatus(w.event, &status);
                 }()),
      CALL(kEvent, kDoesNot, 0, aclrtEventElapsedTime, &w.out.real, w.event,
           w.event),
      CALL(kNothing, kAllocates, kBadHandle, aclrtEventElapsedTime, &w.out.real,
           &w, &w),
      CALL(kEvent, kDoesNot, 0, aclrtEventGetTimestamp, w.event, &w.out.number),
      EXPRESSION(kEvent, kDoesNot, 0, aclrtGetEventId,
                 [&] {
                   uint32_t id = 0;
                   return aclrtGetEventId(w.event, &id);
                 }()),
  };
}

// A callback that nobody runs: the subscription's end drops it.
int LaunchCallback(World* w) {
  return Then(
      aclrtLaunchCallback(DoNothing, nullptr, ACL_CALLBACK_NO_BLOCK, w->stream),
      w);
}

std::vector<ApiCall> Callbacks() {
  return {
      EXPRESSION(kSubscription, kAllocates, 0, aclrtLaunchCallback,
                 LaunchCallback(&w)),
      EXPRESSION(kStream, kAllocates, ACL_ERROR_RT_STREAM_NO_CB_REG,
                 aclrtLaunchCallback, LaunchCallback(&w)),
      EXPRESSION(kStream, kAllocates, 0, aclrtSubscribeReport,
                 [&] {
                   const int code =
                       aclrtSubscribeReport(ThisThreadId(), w.stream);
                   if (code == 0) {
                     aclrtUnSubscribeReport(ThisThreadId(), w.stream);
                   }
                   return code;
                 }()),
      CALL(kSubscription, kAllocates, ACL_ERROR_RT_STREAM_SUBSCRIBE,
           aclrtSubscribeReport, ThisThreadId(), w.stream),
      CALL(kSubscription, kDoesNot, 0, aclrtUnSubscribeReport, ThisThreadId(),
           w.stream),
      CALL(kStream, kAllocates, ACL_ERROR_RT_STREAM_SUBSCRIBE,
           aclrtUnSubscribeReport, ThisThreadId(), w.stream),
      CALL(kSubscription, kAllocates, ACL_ERROR_WAIT_CALLBACK_TIMEOUT,
           aclrtProcessReport, 0),
      CALL(kNothing, kAllocates, ACL_ERROR_THREAD_NOT_SUBSCRIBE,
           aclrtProcessReport, 0),
  };
}

#undef CALL
#undef EXPRESSION

}  // namespace

std::vector<ApiCall> StreamCalls() {
  std::vector<ApiCall> all;
  for (const auto table : {Streams, Events, Callbacks}) {
    const std::vector<ApiCall> calls = table();
    all.insert(all.end(), calls.begin(), calls.end());
  }
  return all;
}

}  // namespace backlerp::test
