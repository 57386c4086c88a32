// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <atomic>
#include <thread>

#include "tests/runtime/runtime_test.h"

namespace backlerp::test {
namespace {

using std::chrono::milliseconds;

class EventTest : public RuntimeTest {
 protected:
  static aclrtEvent NewEvent() {
    aclrtEvent event = nullptr;
    EXPECT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
    return event;
  }
  static aclrtEvent WithFlag(uint32_t flag) {
    aclrtEvent event = nullptr;
    EXPECT_EQ(aclrtCreateEventWithFlag(&event, flag), ACL_SUCCESS);
    return event;
  }
  static aclrtEvent Ex(uint32_t flag) {
    aclrtEvent event = nullptr;
    EXPECT_EQ(aclrtCreateEventExWithFlag(&event, flag), ACL_SUCCESS);
    return event;
  }
  static bool Recorded(aclrtEvent event) {
    auto status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    EXPECT_EQ(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
    return status == ACL_EVENT_RECORDED_STATUS_COMPLETE;
  }
};

TEST_F(EventTest, RecordQuerySynchronize) {
  const aclrtEvent event = NewEvent();
  EXPECT_FALSE(Recorded(event));
  Gate gate;
  aclrtLaunchHostFunc(nullptr, Gate::Pass, gate.door());
  ASSERT_EQ(aclrtRecordEvent(event, nullptr), ACL_SUCCESS);
  EXPECT_FALSE(Recorded(event));
  aclrtEventStatus status = ACL_EVENT_STATUS_RESERVED;
  EXPECT_EQ(aclrtQueryEvent(event, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_EVENT_STATUS_NOT_READY);
  EXPECT_REFUSED(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, "in time",
                 aclrtSynchronizeEventWithTimeout, event, 10);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
  EXPECT_TRUE(Recorded(event));
  EXPECT_EQ(aclrtQueryEvent(event, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_EVENT_STATUS_COMPLETE);
  EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event, -1), ACL_SUCCESS);
  for (const int32_t timeout : {0, -2}) {
    EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "timeout",
                   aclrtSynchronizeEventWithTimeout, event, timeout);
  }
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

struct Relay {
  std::atomic<bool> first_done{false};
  std::atomic<bool> second_saw_first{false};
};

TEST_F(EventTest, LinksTwoStreams) {
  const aclrtStream first = NewStream();
  const aclrtStream second = NewStream();
  const aclrtEvent event = NewEvent();
  Relay relay;
  Gate gate;
  aclrtLaunchHostFunc(first, Gate::Pass, gate.door());
  aclrtLaunchHostFunc(
      first, [](void* r) { static_cast<Relay*>(r)->first_done = true; },
      &relay);
  ASSERT_EQ(aclrtRecordEvent(event, first), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
  aclrtLaunchHostFunc(
      second,
      [](void* r) {
        auto* const relay_ptr = static_cast<Relay*>(r);
        relay_ptr->second_saw_first = relay_ptr->first_done.load();
      },
      &relay);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(second, 20),
            ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(second), ACL_SUCCESS);
  EXPECT_TRUE(relay.second_saw_first);
}

TEST_F(EventTest, WaitIsForTheRecordSubmittedBefore) {
  const aclrtStream first = NewStream();
  const aclrtStream second = NewStream();
  const aclrtEvent event = NewEvent();
  // Never recorded: nothing to wait for.
  EXPECT_EQ(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(second), ACL_SUCCESS);
  ASSERT_EQ(aclrtRecordEvent(event, first), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(first), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
  Gate gate;
  aclrtLaunchHostFunc(first, Gate::Pass, gate.door());
  ASSERT_EQ(aclrtRecordEvent(event, first), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(second), ACL_SUCCESS);
  gate.Open();
}

TEST_F(EventTest, EventMayGoBeforeItHappens) {
  const aclrtStream first = NewStream();
  const aclrtStream second = NewStream();
  const aclrtEvent event = NewEvent();
  Gate gate;
  aclrtLaunchHostFunc(first, Gate::Pass, gate.door());
  aclrtRecordEvent(event, first);
  aclrtStreamWaitEvent(second, event);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(second, 10),
            ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(second), ACL_SUCCESS);
}

TEST_F(EventTest, DroppedRecordLetsWaitersGo) {
  const aclrtStream first = NewStream();
  const aclrtStream second = NewStream();
  const aclrtEvent event = NewEvent();
  Gate gate;
  aclrtLaunchHostFunc(first, Gate::Pass, gate.door());
  gate.AwaitArrival();
  aclrtRecordEvent(event, first);
  aclrtStreamWaitEvent(second, event);
  EXPECT_EQ(aclrtDestroyStreamForce(first), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(second), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
  uint64_t time = 0;
  EXPECT_REFUSED(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, "event",
                 aclrtEventGetTimestamp, event, &time);
  gate.Open();
}

TEST_F(EventTest, ElapsedTime) {
  const aclrtEvent start = NewEvent();
  const aclrtEvent end = NewEvent();
  float ms = -1;
  EXPECT_REFUSED(ACL_ERROR_RT_INTERNAL_ERROR, "startEvent",
                 aclrtEventElapsedTime, &ms, start, end);
  aclrtRecordEvent(start, nullptr);
  aclrtSynchronizeStream(nullptr);
  EXPECT_REFUSED(ACL_ERROR_RT_INTERNAL_ERROR, "endEvent", aclrtEventElapsedTime,
                 &ms, start, end);
  Gate gate;
  aclrtLaunchHostFunc(nullptr, Gate::Pass, gate.door());
  aclrtRecordEvent(end, nullptr);
  EXPECT_REFUSED(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, "endEvent",
                 aclrtEventElapsedTime, &ms, start, end);
  EXPECT_EQ(ms, -1);
  std::this_thread::sleep_for(milliseconds(20));
  gate.Open();
  aclrtSynchronizeStream(nullptr);
  EXPECT_EQ(aclrtEventElapsedTime(&ms, start, end), ACL_SUCCESS);
  EXPECT_GE(ms, 20);
  float reversed = 0;
  EXPECT_EQ(aclrtEventElapsedTime(&reversed, end, start), ACL_SUCCESS);
  EXPECT_EQ(reversed, -ms);
  uint64_t start_us = 0;
  uint64_t end_us = 0;
  EXPECT_EQ(aclrtEventGetTimestamp(start, &start_us), ACL_SUCCESS);
  EXPECT_EQ(aclrtEventGetTimestamp(end, &end_us), ACL_SUCCESS);
  EXPECT_NEAR(static_cast<double>(end_us - start_us), 1000.0 * ms, 2.0);
}

TEST_F(EventTest, FlagsSayWhatAnEventServes) {
  const aclrtEvent no_sync = WithFlag(ACL_EVENT_TIME_LINE);
  const aclrtEvent no_time = WithFlag(ACL_EVENT_SYNC);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "ACL_EVENT_SYNC",
                 aclrtStreamWaitEvent, nullptr, no_sync);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "ACL_EVENT_SYNC", aclrtResetEvent,
                 no_sync, nullptr);
  aclrtRecordEvent(no_sync, nullptr);
  aclrtRecordEvent(no_time, nullptr);
  aclrtSynchronizeStream(nullptr);
  float ms = 0;
  EXPECT_EQ(aclrtEventElapsedTime(&ms, no_sync, no_sync), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, "ACL_EVENT_TIME_LINE",
                 aclrtEventElapsedTime, &ms, no_sync, no_time);
  EXPECT_EQ(aclrtStreamWaitEvent(nullptr, no_time), ACL_SUCCESS);
}

TEST_F(EventTest, ExEvents) {
  const aclrtEvent event = Ex(ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE);
  EXPECT_TRUE(Recorded(event));
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
  aclrtEventStatus status;
  aclrtEventWaitStatus wait_status;
  constexpr aclError kCode = ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
  EXPECT_REFUSED(kCode, "event", aclrtQueryEvent, event, &status);
  EXPECT_REFUSED(kCode, "event", aclrtQueryEventWaitStatus, event,
                 &wait_status);
  EXPECT_REFUSED(kCode, "event", aclrtResetEvent, event, nullptr);
  Gate gate;
  aclrtLaunchHostFunc(nullptr, Gate::Pass, gate.door());
  aclrtRecordEvent(event, nullptr);
  EXPECT_FALSE(Recorded(event));
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
  EXPECT_TRUE(Recorded(event));
}

TEST_F(EventTest, PlainEventMustBeRecordedBeforeItIsWaitedFor) {
  EXPECT_REFUSED(ACL_ERROR_RT_INTERNAL_ERROR, "never recorded",
                 aclrtSynchronizeEvent, NewEvent());
}

TEST_F(EventTest, ResetMakesItUnrecorded) {
  const aclrtEvent event = WithFlag(ACL_EVENT_SYNC);
  aclrtRecordEvent(event, nullptr);
  aclrtSynchronizeStream(nullptr);
  EXPECT_TRUE(Recorded(event));
  EXPECT_EQ(aclrtResetEvent(event, nullptr), ACL_SUCCESS);
  aclrtSynchronizeStream(nullptr);
  EXPECT_FALSE(Recorded(event));
}

TEST_F(EventTest, WaitStatus) {
  const aclrtStream stream = NewStream();
  const aclrtEvent event = NewEvent();
  const auto status = [event] {
    auto value = ACL_EVENT_WAIT_STATUS_RESERVED;
    EXPECT_EQ(aclrtQueryEventWaitStatus(event, &value), ACL_SUCCESS);
    return value;
  };
  EXPECT_EQ(status(), ACL_EVENT_WAIT_STATUS_COMPLETE);
  Gate gate;
  aclrtLaunchHostFunc(nullptr, Gate::Pass, gate.door());
  aclrtRecordEvent(event, nullptr);
  aclrtStreamWaitEvent(stream, event);
  EXPECT_EQ(status(), ACL_EVENT_WAIT_STATUS_NOT_READY);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(status(), ACL_EVENT_WAIT_STATUS_COMPLETE);
}

TEST_F(EventTest, WaitTimeouts) {
  const aclrtStream stream = NewStream();
  const aclrtEvent event = NewEvent();
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "timeout",
                 aclrtStreamWaitEventWithTimeout, stream, event, -1);
  Gate gate;
  aclrtLaunchHostFunc(nullptr, Gate::Pass, gate.door());
  aclrtRecordEvent(event, nullptr);
  EXPECT_EQ(aclrtSetOpWaitTimeout(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetOpWaitTimeout(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
  EXPECT_EQ(aclrtStreamWaitEventWithTimeout(stream, event, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 20),
            ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST_F(EventTest, DeadAndForeignHandlesAreRecognised) {
  const aclrtEvent event = NewEvent();
  ASSERT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  constexpr aclError kCode = ACL_ERROR_RT_INVALID_HANDLE;
  const aclrtEvent live = NewEvent();
  aclrtEventStatus status;
  aclrtEventRecordedStatus recorded;
  aclrtEventWaitStatus wait_status;
  float ms = 0;
  uint64_t time = 0;
  uint32_t id = 0;
  for (void* const bad : {event, NewStream(), NoHandle()}) {
    EXPECT_REFUSED(kCode, "event", aclrtDestroyEvent, bad);
    EXPECT_REFUSED(kCode, "event", aclrtRecordEvent, bad, nullptr);
    EXPECT_REFUSED(kCode, "event", aclrtResetEvent, bad, nullptr);
    EXPECT_REFUSED(kCode, "event", aclrtSynchronizeEvent, bad);
    EXPECT_REFUSED(kCode, "event", aclrtSynchronizeEventWithTimeout, bad, 1);
    EXPECT_REFUSED(kCode, "event", aclrtQueryEvent, bad, &status);
    EXPECT_REFUSED(kCode, "event", aclrtQueryEventStatus, bad, &recorded);
    EXPECT_REFUSED(kCode, "event", aclrtQueryEventWaitStatus, bad,
                   &wait_status);
    EXPECT_REFUSED(kCode, "event", aclrtStreamWaitEvent, nullptr, bad);
    EXPECT_REFUSED(kCode, "event", aclrtStreamWaitEventWithTimeout, nullptr,
                   bad, 1);
    EXPECT_REFUSED(kCode, "startEvent", aclrtEventElapsedTime, &ms, bad, live);
    EXPECT_REFUSED(kCode, "event", aclrtEventGetTimestamp, bad, &time);
    EXPECT_REFUSED(kCode, "event", aclrtGetEventId, bad, &id);
  }
}

TEST_F(EventTest, NullArguments) {
  constexpr aclError kCode = ACL_ERROR_INVALID_PARAM;
  const aclrtEvent event = NewEvent();
  aclrtEventStatus status;
  float ms = 0;
  EXPECT_REFUSED(kCode, "event", aclrtCreateEvent, nullptr);
  EXPECT_REFUSED(kCode, "event", aclrtCreateEventWithFlag, nullptr, 1);
  EXPECT_REFUSED(kCode, "event", aclrtCreateEventExWithFlag, nullptr, 1);
  EXPECT_REFUSED(kCode, "event", aclrtDestroyEvent, nullptr);
  EXPECT_REFUSED(kCode, "event", aclrtRecordEvent, nullptr, nullptr);
  EXPECT_REFUSED(kCode, "event", aclrtResetEvent, nullptr, nullptr);
  EXPECT_REFUSED(kCode, "event", aclrtSynchronizeEvent, nullptr);
  EXPECT_REFUSED(kCode, "event", aclrtSynchronizeEventWithTimeout, nullptr, 1);
  EXPECT_REFUSED(kCode, "event", aclrtStreamWaitEvent, nullptr, nullptr);
  EXPECT_REFUSED(kCode, "event", aclrtStreamWaitEventWithTimeout, nullptr,
                 nullptr, 1);
  EXPECT_REFUSED(kCode, "event", aclrtQueryEvent, nullptr, &status);
  EXPECT_REFUSED(kCode, "status", aclrtQueryEvent, event, nullptr);
  EXPECT_REFUSED(kCode, "status", aclrtQueryEventStatus, event, nullptr);
  EXPECT_REFUSED(kCode, "status", aclrtQueryEventWaitStatus, event, nullptr);
  EXPECT_REFUSED(kCode, "ms", aclrtEventElapsedTime, nullptr, event, event);
  EXPECT_REFUSED(kCode, "startEvent", aclrtEventElapsedTime, &ms, nullptr,
                 event);
  EXPECT_REFUSED(kCode, "endEvent", aclrtEventElapsedTime, &ms, event, nullptr);
  EXPECT_REFUSED(kCode, "timestamp", aclrtEventGetTimestamp, event, nullptr);
  EXPECT_REFUSED(kCode, "eventId", aclrtGetEventId, event, nullptr);
}

TEST_F(EventTest, NeedsAContextAndHasItsOwnNumber) {
  uint32_t a = 0;
  uint32_t b = 0;
  const aclrtEvent event = NewEvent();
  EXPECT_EQ(aclrtGetEventId(event, &a), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetEventId(NewEvent(), &b), ACL_SUCCESS);
  EXPECT_NE(a, b);
  std::thread([event] {
    aclrtEvent created = nullptr;
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "context", aclrtCreateEvent,
                   &created);
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "context", aclrtRecordEvent,
                   event, nullptr);
  }).join();
}

}  // namespace
}  // namespace backlerp::test
