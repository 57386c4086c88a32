// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

#include "tests/runtime/runtime_test.h"

namespace backlerp::test {
namespace {

using std::chrono::milliseconds;

class StreamTest : public RuntimeTest {};

TEST_F(StreamTest, CallsReturnBeforeTheWorkIsDone) {
  const aclrtStream stream = NewStream();
  Gate gate;
  ASSERT_EQ(aclrtLaunchHostFunc(stream, Gate::Pass, gate.door()), ACL_SUCCESS);
  aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
  EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "in time",
                 aclrtSynchronizeStreamWithTimeout, stream, 20);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

struct Step {
  std::vector<int>* order;
  int number;
};

TEST_F(StreamTest, TasksRunInOrder) {
  const aclrtStream stream = NewStream();
  std::vector<int> order;
  std::vector<Step> steps;
  for (int i = 0; i < 1000; ++i) steps.push_back({&order, i});
  for (Step& step : steps) {
    ASSERT_EQ(aclrtLaunchHostFunc(
                  stream,
                  [](void* argument) {
                    auto* s = static_cast<Step*>(argument);
                    s->order->push_back(s->number);
                  },
                  &step),
              ACL_SUCCESS);
  }
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  std::vector<int> expected(steps.size());
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(order, expected);
}

TEST_F(StreamTest, StreamsRunSideBySide) {
  const aclrtStream blocked = NewStream();
  const aclrtStream free_stream = NewStream();
  Gate gate;
  aclrtLaunchHostFunc(blocked, Gate::Pass, gate.door());
  std::atomic<bool> ran{false};
  aclrtLaunchHostFunc(
      free_stream,
      [](void* flag) { *static_cast<std::atomic<bool>*>(flag) = true; }, &ran);
  EXPECT_EQ(aclrtSynchronizeStream(free_stream), ACL_SUCCESS);
  EXPECT_TRUE(ran);
  gate.Open();
}

TEST_F(StreamTest, NullIsTheDefaultStream) {
  aclrtStream handle = nullptr;
  ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&handle), ACL_SUCCESS);
  Gate gate;
  ASSERT_EQ(aclrtLaunchHostFunc(nullptr, Gate::Pass, gate.door()), ACL_SUCCESS);
  aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
  EXPECT_EQ(aclrtStreamQuery(handle, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "stream", aclrtDestroyStream,
                 nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "stream", aclrtDestroyStreamForce,
                 nullptr);
}

TEST_F(StreamTest, Timeouts) {
  const aclrtStream stream = NewStream();
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, -1), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 1), ACL_SUCCESS);
  for (const int32_t timeout : {0, -2, INT32_MIN}) {
    EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "timeout",
                   aclrtSynchronizeStreamWithTimeout, stream, timeout);
  }
}

TEST_F(StreamTest, DeadAndForeignHandlesAreRecognised) {
  const aclrtStream stream = NewStream();
  ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  constexpr aclError kCode = ACL_ERROR_RT_INVALID_HANDLE;
  aclrtStreamStatus status;
  int32_t id = 0;
  for (void* const bad : {stream, event, NoHandle()}) {
    EXPECT_REFUSED(kCode, "stream", aclrtDestroyStream, bad);
    EXPECT_REFUSED(kCode, "stream", aclrtDestroyStreamForce, bad);
    EXPECT_REFUSED(kCode, "stream", aclrtSynchronizeStream, bad);
    EXPECT_REFUSED(kCode, "stream", aclrtSynchronizeStreamWithTimeout, bad, 1);
    EXPECT_REFUSED(kCode, "stream", aclrtStreamQuery, bad, &status);
    EXPECT_REFUSED(kCode, "stream", aclrtStreamWaitEvent, bad, event);
    EXPECT_REFUSED(kCode, "stream", aclrtRecordEvent, event, bad);
    EXPECT_REFUSED(kCode, "stream", aclrtStreamGetId, bad, &id);
    EXPECT_REFUSED(kCode, "stream", aclrtStreamAbort, bad);
    EXPECT_REFUSED(kCode, "stream", aclrtLaunchHostFunc, bad, Gate::Pass,
                   nullptr);
  }
}

TEST_F(StreamTest, NeedsAContext) {
  const aclrtStream stream = NewStream();
  std::thread([stream] {
    constexpr aclError kCode = ACL_ERROR_RT_CONTEXT_NULL;
    aclrtStream created = nullptr;
    aclrtStreamStatus status;
    EXPECT_REFUSED(kCode, "context", aclrtCreateStream, &created);
    EXPECT_REFUSED(kCode, "context", aclrtCreateStreamWithConfig, &created, 0,
                   0);
    EXPECT_REFUSED(kCode, "context", aclrtSynchronizeStream, stream);
    EXPECT_REFUSED(kCode, "context", aclrtSynchronizeStream, nullptr);
    EXPECT_REFUSED(kCode, "context", aclrtStreamQuery, stream, &status);
    EXPECT_REFUSED(kCode, "context", aclrtLaunchHostFunc, stream, Gate::Pass,
                   nullptr);
  }).join();
}

TEST_F(StreamTest, NullArguments) {
  constexpr aclError kCode = ACL_ERROR_INVALID_PARAM;
  EXPECT_REFUSED(kCode, "stream", aclrtCreateStream, nullptr);
  EXPECT_REFUSED(kCode, "stream", aclrtCreateStreamWithConfig, nullptr, 0, 0);
  EXPECT_REFUSED(kCode, "stream", aclrtCreateStreamV2, nullptr, nullptr);
  EXPECT_REFUSED(kCode, "status", aclrtStreamQuery, nullptr, nullptr);
  EXPECT_REFUSED(kCode, "streamId", aclrtStreamGetId, nullptr, nullptr);
  EXPECT_REFUSED(kCode, "priority", aclrtStreamGetPriority, nullptr, nullptr);
  EXPECT_REFUSED(kCode, "flags", aclrtStreamGetFlags, nullptr, nullptr);
  EXPECT_REFUSED(kCode, "fn", aclrtLaunchHostFunc, nullptr, nullptr, nullptr);
}

TEST_F(StreamTest, Configurations) {
  aclrtStream stream = nullptr;
  constexpr uint32_t kFlags =
      ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC | 0x40000000u;
  EXPECT_EQ(aclrtCreateStreamWithConfig(&stream, 99, kFlags), ACL_SUCCESS);
  uint32_t value = 0;
  EXPECT_EQ(aclrtStreamGetPriority(stream, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 99u);
  EXPECT_EQ(aclrtStreamGetFlags(stream, &value), ACL_SUCCESS);
  EXPECT_EQ(value, kFlags);
  int32_t id = -1;
  int32_t default_id = -1;
  EXPECT_EQ(aclrtStreamGetId(stream, &id), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamGetId(nullptr, &default_id), ACL_SUCCESS);
  EXPECT_NE(id, default_id);
  EXPECT_EQ(aclrtCreateStreamV2(&stream, nullptr), ACL_SUCCESS);
  EXPECT_REFUSED(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "handle",
                 aclrtCreateStreamV2, &stream,
                 static_cast<aclrtStreamConfigHandle*>(NoHandle()));
}

TEST_F(StreamTest, PersistentStreamsAreNotWaitedFor) {
  for (const uint32_t flag : {ACL_STREAM_PERSISTENT, ACL_STREAM_CPU_SCHEDULE,
                              ACL_STREAM_DEVICE_USE_ONLY}) {
    Gate gate;
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 0, flag), ACL_SUCCESS);
    aclrtLaunchHostFunc(stream, Gate::Pass, gate.door());
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    gate.Open();
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
}

void Count(void* counter) { ++*static_cast<std::atomic<int>*>(counter); }

TEST_F(StreamTest, DestroyWaits) {
  const aclrtStream stream = NewStream();
  Gate gate;
  std::atomic<int> runs{0};
  aclrtLaunchHostFunc(stream, Gate::Pass, gate.door());
  aclrtLaunchHostFunc(stream, Count, &runs);
  std::thread opener([&gate] {
    std::this_thread::sleep_for(milliseconds(20));
    gate.Open();
  });
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(runs, 1);
  opener.join();
}

TEST_F(StreamTest, ForcedDestroyDropsWhatHasNotBegun) {
  const aclrtStream stream = NewStream();
  Gate gate;
  static std::atomic<int> runs{0};
  aclrtLaunchHostFunc(stream, Gate::Pass, gate.door());
  aclrtLaunchHostFunc(stream, Count, &runs);
  gate.AwaitArrival();
  EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
  gate.Open();
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(runs, 0);
}

TEST_F(StreamTest, AbortDropsAndTheStreamLives) {
  const aclrtStream stream = NewStream();
  Gate gate;
  std::atomic<int> runs{0};
  std::atomic<bool> opened{false};
  aclrtLaunchHostFunc(stream, Gate::Pass, gate.door());
  gate.AwaitArrival();
  // Waits for the running task, so what is dropped must not count for it.
  std::thread waiter([stream, &opened] {
    aclrtSetDevice(0);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_TRUE(opened);
  });
  std::this_thread::sleep_for(milliseconds(20));
  for (int i = 0; i < 5; ++i) aclrtLaunchHostFunc(stream, Count, &runs);
  std::thread opener([&gate, &opened] {
    std::this_thread::sleep_for(milliseconds(20));
    opened = true;
    gate.Open();
  });
  EXPECT_EQ(aclrtStreamAbort(stream), ACL_SUCCESS);
  EXPECT_TRUE(opened);
  EXPECT_EQ(runs, 0);
  aclrtLaunchHostFunc(stream, Count, &runs);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(runs, 1);
  waiter.join();
  opener.join();
}

TEST_F(StreamTest, TaskMustNotWaitForItsOwnStream) {
  struct Arguments {
    aclrtStream stream;
    aclError answer;
  } arguments{NewStream(), ACL_SUCCESS};
  aclrtLaunchHostFunc(
      arguments.stream,
      [](void* pointer) {
        aclrtSetDevice(0);
        auto* const a = static_cast<Arguments*>(pointer);
        a->answer = aclrtSynchronizeStream(a->stream);
      },
      &arguments);
  EXPECT_EQ(aclrtSynchronizeStream(arguments.stream), ACL_SUCCESS);
  EXPECT_EQ(arguments.answer, ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
}

// A wait for an event that is late is a task that fails.
void PushFailure(aclrtStream stream, aclrtStream blocked, Gate* gate) {
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  ASSERT_EQ(aclrtLaunchHostFunc(blocked, Gate::Pass, gate->door()),
            ACL_SUCCESS);
  ASSERT_EQ(aclrtRecordEvent(event, blocked), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEventWithTimeout(stream, event, 10), ACL_SUCCESS);
}

TEST_F(StreamTest, FailureIsReportedByTheNextSynchronize) {
  const aclrtStream stream = NewStream();
  Gate gate;
  std::atomic<int> runs{0};
  PushFailure(stream, NewStream(), &gate);
  aclrtLaunchHostFunc(stream, Count, &runs);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
  const std::string message = TakeMessage();
  EXPECT_THAT(message, testing::HasSubstr("aclrtSynchronizeStream: a task"));
  EXPECT_THAT(message, testing::HasSubstr("aclrtStreamWaitEvent: event"));
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL),
            ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  gate.Open();
}

TEST_F(StreamTest, DeviceSynchronizeReportsFailures) {
  Gate gate;
  const aclrtStream blocked = NewStream();
  PushFailure(NewStream(), blocked, &gate);
  std::thread opener([&gate] {
    std::this_thread::sleep_for(milliseconds(50));
    gate.Open();
  });
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  opener.join();
}

TEST_F(StreamTest, StopOnFailure) {
  const aclrtStream stream = NewStream();
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "mode", aclrtSetStreamFailureMode,
                 stream, 2);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "stream",
                 aclrtSetStreamFailureMode, nullptr, ACL_STOP_ON_FAILURE);
  ASSERT_EQ(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE),
            ACL_SUCCESS);
  Gate gate;
  std::atomic<int> runs{0};
  PushFailure(stream, NewStream(), &gate);
  aclrtLaunchHostFunc(stream, Count, &runs);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
  EXPECT_EQ(runs, 0);
  gate.Open();
}

TEST_F(StreamTest, ManyThreadsOneStream) {
  const aclrtStream stream = NewStream();
  std::atomic<int> runs{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([stream, &runs] {
      aclrtSetDevice(0);
      for (int i = 0; i < 500; ++i) {
        EXPECT_EQ(aclrtLaunchHostFunc(stream, Count, &runs), ACL_SUCCESS);
        if (i % 50 != 0) continue;
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(runs, 2000);
}

TEST_F(StreamTest, DestroyedWhileOthersUseIt) {
  for (int round = 0; round < 20; ++round) {
    const aclrtStream stream = NewStream();
    std::atomic<int> accepted{0};
    std::atomic<int> runs{0};
    std::thread user([&] {
      aclrtSetDevice(0);
      while (aclrtLaunchHostFunc(stream, Count, &runs) == ACL_SUCCESS) {
        ++accepted;
      }
      EXPECT_THAT(TakeMessage(), testing::HasSubstr("stream"));
    });
    while (accepted < 10) std::this_thread::yield();
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    user.join();
    EXPECT_EQ(runs, accepted);
  }
}

}  // namespace
}  // namespace backlerp::test
