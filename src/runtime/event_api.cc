// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Making events, asking them and waiting for them. What events do on streams is
// in event_stream_api.cc.

#include "acl/acl.h"
#include "runtime/check.h"
#include "runtime/context.h"
#include "runtime/event.h"

namespace rt = backlerp::runtime;

namespace backlerp::runtime {
namespace {

aclError CreateEvent(const char* function, aclrtEvent* event, EventKind kind,
                     uint32_t flags) {
  if (CurrentContext() == nullptr) return NoContext(function);
  *event = Events().Insert(std::make_shared<Event>(kind, flags));
  return ACL_SUCCESS;
}

aclError NotForExEvents(const char* function) {
  return NotSupported(function, "event is one of aclrtCreateEventExWithFlag");
}

aclError SynchronizeEvent(const char* function, aclrtEvent event,
                          const Deadline& deadline) {
  std::shared_ptr<Event> found;
  BACKLERP_RETURN_IF_ERROR(FindEvent(function, "event", event, &found));
  const auto record = found->latest();
  if (record == nullptr) {
    if (found->kind() == EventKind::kEx) return ACL_SUCCESS;
    return RejectText(ACL_ERROR_RT_INTERNAL_ERROR, function, "event",
                      "never recorded", "a recorded event");
  }
  if (record->Wait(deadline)) return ACL_SUCCESS;
  return Fail(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT,
              fmt::format("{}: event {} did not happen in time", function,
                          found->id()));
}

bool IsComplete(const Event& event) {
  const auto record = event.latest();
  if (record == nullptr) return event.kind() == EventKind::kEx;
  return record->Finished();
}

aclError GetTime(const char* function, const char* name, aclrtEvent event,
                 EventRecord::Time* time) {
  std::shared_ptr<Event> found;
  BACKLERP_RETURN_IF_ERROR(FindEvent(function, name, event, &found));
  const auto record = found->latest();
  if (record == nullptr) {
    return RejectText(ACL_ERROR_RT_INTERNAL_ERROR, function, name,
                      "never recorded", "a recorded event");
  }
  if (!found->HasFlag(ACL_EVENT_TIME_LINE)) {
    return RejectText(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, function, name,
                      "made without ACL_EVENT_TIME_LINE",
                      "an event that takes times");
  }
  const auto happened = record->time();
  if (!happened) {
    return RejectText(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, function, name,
                      "still to happen", "an event that has happened");
  }
  *time = *happened;
  return ACL_SUCCESS;
}

}  // namespace
}  // namespace backlerp::runtime

aclError aclrtCreateEvent(aclrtEvent* event) try {
  BACKLERP_RETURN_IF_NULL(event);
  return rt::CreateEvent(__func__, event, rt::EventKind::kPlain, /*flags=*/0);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag) try {
  BACKLERP_RETURN_IF_NULL(event);
  return rt::CreateEvent(__func__, event, rt::EventKind::kWithFlag, flag);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag) try {
  BACKLERP_RETURN_IF_NULL(event);
  return rt::CreateEvent(__func__, event, rt::EventKind::kEx, flag);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtDestroyEvent(aclrtEvent event) try {
  BACKLERP_RETURN_IF_NULL(event);
  if (rt::Events().Take(event) != nullptr) return ACL_SUCCESS;
  return rt::RejectHandle(ACL_ERROR_RT_INVALID_HANDLE, __func__, "event", event,
                          "a live event");
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtSynchronizeEvent(aclrtEvent event) try {
  BACKLERP_RETURN_IF_NULL(event);
  return rt::SynchronizeEvent(__func__, event, /*deadline=*/{});
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event,
                                          int32_t timeout) try {
  BACKLERP_RETURN_IF_NULL(event);
  rt::Deadline deadline;
  BACKLERP_RETURN_IF_ERROR(rt::ParseTimeout(__func__, timeout, &deadline));
  return rt::SynchronizeEvent(__func__, event, deadline);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtQueryEventStatus(aclrtEvent event,
                               aclrtEventRecordedStatus* status) try {
  BACKLERP_RETURN_IF_NULL(event);
  BACKLERP_RETURN_IF_NULL(status);
  std::shared_ptr<rt::Event> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindEvent(__func__, "event", event, &found));
  *status = rt::IsComplete(*found) ? ACL_EVENT_RECORDED_STATUS_COMPLETE
                                   : ACL_EVENT_RECORDED_STATUS_NOT_READY;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status) try {
  BACKLERP_RETURN_IF_NULL(event);
  BACKLERP_RETURN_IF_NULL(status);
  std::shared_ptr<rt::Event> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindEvent(__func__, "event", event, &found));
  if (found->kind() == rt::EventKind::kEx) return rt::NotForExEvents(__func__);
  *status = rt::IsComplete(*found) ? ACL_EVENT_STATUS_COMPLETE
                                   : ACL_EVENT_STATUS_NOT_READY;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtQueryEventWaitStatus(aclrtEvent event,
                                   aclrtEventWaitStatus* status) try {
  BACKLERP_RETURN_IF_NULL(event);
  BACKLERP_RETURN_IF_NULL(status);
  std::shared_ptr<rt::Event> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindEvent(__func__, "event", event, &found));
  if (found->kind() == rt::EventKind::kEx) return rt::NotForExEvents(__func__);
  *status = found->waits == 0 ? ACL_EVENT_WAIT_STATUS_COMPLETE
                              : ACL_EVENT_WAIT_STATUS_NOT_READY;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent,
                               aclrtEvent endEvent) try {
  BACKLERP_RETURN_IF_NULL(ms);
  BACKLERP_RETURN_IF_NULL(startEvent);
  BACKLERP_RETURN_IF_NULL(endEvent);
  rt::EventRecord::Time start;
  rt::EventRecord::Time end;
  BACKLERP_RETURN_IF_ERROR(
      rt::GetTime(__func__, "startEvent", startEvent, &start));
  BACKLERP_RETURN_IF_ERROR(rt::GetTime(__func__, "endEvent", endEvent, &end));
  const std::chrono::duration<double, std::milli> elapsed = end - start;
  *ms = static_cast<float>(elapsed.count());
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp) try {
  BACKLERP_RETURN_IF_NULL(event);
  BACKLERP_RETURN_IF_NULL(timestamp);
  rt::EventRecord::Time time;
  BACKLERP_RETURN_IF_ERROR(rt::GetTime(__func__, "event", event, &time));
  const auto since_start =
      std::chrono::duration_cast<std::chrono::microseconds>(
          time.time_since_epoch());
  *timestamp = static_cast<uint64_t>(since_start.count());
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtGetEventId(aclrtEvent event, uint32_t* eventId) try {
  BACKLERP_RETURN_IF_NULL(event);
  BACKLERP_RETURN_IF_NULL(eventId);
  std::shared_ptr<rt::Event> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindEvent(__func__, "event", event, &found));
  *eventId = found->id();
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}
