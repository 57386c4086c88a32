// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Allocations that fail on a stream's thread: the synchronise reports them, and
// the stream works on.

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "fmt/core.h"
#include "gtest/gtest.h"
#include "tests/faults/fault_injector.h"
#include "tests/faults/world.h"

namespace backlerp::test {
namespace {

struct Work {
  const char* name;
  unsigned needs;
  bool allocates;
  int answer;  // of the synchronise, with memory
  int (*submit)(World& world);
};

constexpr int kTimeout = ACL_ERROR_RT_EVENT_SYNC_TIMEOUT;

std::atomic<bool> wait_is_over{false};

// An event that is recorded when the wait for it is over.
int WaitTooLong(World& w) {
  aclrtEvent late = nullptr;
  aclrtCreateEvent(&late);
  wait_is_over = false;
  aclrtLaunchHostFunc(
      w.stream,
      [](void*) {
        while (!wait_is_over) std::this_thread::yield();
      },
      nullptr);
  aclrtRecordEvent(late, w.stream);
  aclrtCreateStream(&w.out.stream);
  const int code = aclrtStreamWaitEventWithTimeout(w.out.stream, late, 1);
  aclrtDestroyEvent(late);
  return code;
}

// More than the thread's channel has room for at first; nobody runs them.
int LaunchCallbacks(World& w) {
  for (int i = 0; i < 100; ++i) {
    const int code = aclrtLaunchCallback([](void*) {}, nullptr,
                                         ACL_CALLBACK_NO_BLOCK, w.stream);
    if (code != ACL_SUCCESS) return code;
  }
  return ACL_SUCCESS;
}

constexpr Work kWorks[] = {
    {"callbacks", kSubscription, true, ACL_SUCCESS, LaunchCallbacks},
    {"host function that throws", kStream, true, ACL_ERROR_INTERNAL_ERROR,
     [](World& w) {
       return aclrtLaunchHostFunc(
           w.stream, [](void*) { throw std::runtime_error("thrown"); },
           nullptr);
     }},
    {"host function that allocates", kStream, true, ACL_SUCCESS,
     [](World& w) {
       return aclrtLaunchHostFunc(
           w.stream, [](void*) { const std::string text(100, 'x'); }, nullptr);
     }},
    {"wait that expires", kStream, true, kTimeout, WaitTooLong},
    {"operator", kStream | kExecutor, false, ACL_SUCCESS,
     [](World& w) {
       return SecondPhase(Operator::kV2, w.workspace.data(), w.workspace_bytes,
                          std::exchange(w.executor, nullptr), w.stream);
     }},
    {"event", kEvent, false, ACL_SUCCESS,
     [](World& w) { return aclrtRecordEvent(w.event, w.stream); }},
};

bool IsAnswer(const Work& work, int code) {
  return code == ACL_ERROR_RT_MEMORY_ALLOCATION || code == work.answer;
}

// Returns what the stream's synchronise says while `fault` is there, and after
// it whether the stream works.
int SynchronizeUnder(const Work& work, Fault fault, int64_t* faults) {
  World world(work.needs);
  fault.where = Fault::Where::kOthers;
  FaultInjector injector(fault);
  EXPECT_EQ(work.submit(world), ACL_SUCCESS);
  const aclrtStream stream =
      world.IsWritten(world.out.stream) ? world.out.stream : world.stream;
  const int code = aclrtSynchronizeStream(stream);
  *faults = injector.Stop();
  wait_is_over = true;
  EXPECT_EQ(aclrtLaunchHostFunc(
                stream, [](void*) {}, nullptr),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  return code;
}

TEST(StreamThreadFaults, AreReportedByTheSynchronise) {
  for (const Work& work : kWorks) {
    SCOPED_TRACE(work.name);
    int64_t total = 0;
    int64_t reported = 0;
    for (const bool and_all : {false, true}) {
      for (int64_t first = 1; first < 100; ++first) {
        SCOPED_TRACE(fmt::format("allocation {}", first));
        int64_t faults = 0;
        const int code = SynchronizeUnder(
            work, {.first = first, .and_all = and_all}, &faults);
        EXPECT_TRUE(IsAnswer(work, code)) << code;
        if (faults == 0) break;
        total += faults;
        if (code == ACL_ERROR_RT_MEMORY_ALLOCATION) ++reported;
      }
    }
    fmt::print("{}: {} faults, {} times 207001\n", work.name, total, reported);
    EXPECT_EQ(total > 0, work.allocates);
  }
}

}  // namespace
}  // namespace backlerp::test
