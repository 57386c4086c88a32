// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What ends while work is queued; what throws where it must not; whose message
// is whose.

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tests/stress/child_process.h"
#include "tests/stress/small_problem.h"

namespace backlerp::test {
namespace {

void SleepAWhile(void* ran) {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ++*static_cast<std::atomic<int>*>(ran);
}

// Work that lasts, and operators behind it.
void Fill(aclrtStream stream, std::atomic<int>* ran, ReadyProblem* problem) {
  ASSERT_EQ(aclrtLaunchHostFunc(stream, SleepAWhile, ran), ACL_SUCCESS);
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(problem->Submit(stream), ACL_SUCCESS);
  }
  ASSERT_EQ(aclrtLaunchHostFunc(stream, SleepAWhile, ran), ACL_SUCCESS);
}

TEST(QueuedWork, FinalizeLetsItGoOn) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  std::atomic<int> ran{0};
  {
    ReadyProblem problem(SmallProblems()[0]);
    Fill(stream, &ran, &problem);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  }
  EXPECT_EQ(ran, 2);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

TEST(QueuedWork, ResetDeviceWaitsForIt) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  std::atomic<int> ran{0};
  ReadyProblem problem(SmallProblems()[0]);
  Fill(stream, &ran, &problem);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(ran, 2);
}

TEST(QueuedWork, DestroyStreamWaitsForIt) {
  const AclSession session;
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  std::atomic<int> ran{0};
  ReadyProblem problem(SmallProblems()[0]);
  Fill(stream, &ran, &problem);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(ran, 2);
}

// Whoever of two threads ends a stream, both find its work done.
TEST(QueuedWork, EveryOneWhoEndsAStreamWaitsForIt) {
  for (int i = 0; i < 50; ++i) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    std::atomic<int> ran{0};
    ASSERT_EQ(aclrtLaunchHostFunc(stream, SleepAWhile, &ran), ACL_SUCCESS);
    std::thread other([&] {
      // The other call may have taken the stream, but not its work.
      const bool destroyed = aclrtDestroyStream(stream) == ACL_SUCCESS;
      EXPECT_TRUE(!destroyed || ran == 1);
    });
    if (i % 2 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(ran, 1);
    other.join();
  }
}

TEST(QueuedWork, AnExceptionStaysOnItsSideOfTheBoundary) {
  const AclSession session;
  for (const auto function : {
           +[](void*) { throw std::runtime_error("a runtime_error"); },
           +[](void*) { throw 7; },
           +[](void*) { throw std::string("text"); },
       }) {
    EXPECT_EQ(aclrtLaunchHostFunc(session.stream(), function, nullptr),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(session.stream()),
              ACL_ERROR_INTERNAL_ERROR);
    EXPECT_EQ(aclrtSynchronizeStream(session.stream()), ACL_SUCCESS);
  }
}

// Without a hang: the stream waits for a callback that throws.
TEST(QueuedWork, AnExceptionOfACallbackEndsTheCallback) {
  const auto work = [] {
    const AclSession session;
    const auto self = static_cast<uint64_t>(pthread_self());
    if (aclrtSubscribeReport(self, session.stream()) != ACL_SUCCESS) return 1;
    const aclrtCallback callback = [](void*) { throw std::runtime_error("x"); };
    if (aclrtLaunchCallback(callback, nullptr, ACL_CALLBACK_BLOCK,
                            session.stream()) != ACL_SUCCESS) {
      return 2;
    }
    if (aclrtProcessReport(1000) != ACL_ERROR_INTERNAL_ERROR) return 3;
    if (aclrtSynchronizeStream(session.stream()) != ACL_SUCCESS) return 4;
    return aclrtUnSubscribeReport(self, session.stream());
  };
  EXPECT_EQ(RunInChild(work), "exit 0");
}

// Messages of the whole process: a task that fails gives its own message to
// whoever synchronises, and leaves the others where they are.
int FailWithProcessWideMessages(const std::string& config) {
  if (aclInit(config.c_str()) != ACL_SUCCESS) return 1;
  if (aclrtSetDevice(0) != ACL_SUCCESS) return 2;
  aclrtStream stream = nullptr;
  if (aclrtCreateStream(&stream) != ACL_SUCCESS) return 3;
  std::thread([] { aclrtFree(nullptr); }).join();  // someone else's mistake
  const aclrtHostFunc fail = [](void*) {
    throw std::runtime_error("of a task");
  };
  if (aclrtLaunchHostFunc(stream, fail, nullptr) != ACL_SUCCESS) return 4;
  aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
  while (status != ACL_STREAM_STATUS_COMPLETE) {
    aclrtStreamQuery(stream, &status);
  }
  const std::string before = RecentErrorMessage();
  if (before.find("aclrtFree") == std::string::npos) return 5;
  if (before.find("of a task") != std::string::npos) return 6;
  if (aclrtSynchronizeStream(stream) != ACL_ERROR_INTERNAL_ERROR) return 7;
  const std::string after = RecentErrorMessage();
  if (after.find("of a task") == std::string::npos) return 8;
  return after.find("aclrtFree") == std::string::npos ? 0 : 9;
}

TEST(QueuedWork, ATasksMessageIsItsOwnInAProcessWideStore) {
  const std::string path =
      testing::TempDir() + "backlerp_stress_" + std::to_string(getpid());
  std::ofstream(path) << R"({"err_msg_mode": "1"})";
  EXPECT_EQ(RunInChild([&] { return FailWithProcessWideMessages(path); }),
            "exit 0");
  unlink(path.c_str());
}

}  // namespace
}  // namespace backlerp::test
