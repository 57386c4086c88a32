// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// A process that forks after it has used the library: the child gets an error
// for what is the parent's, works with what is its own, and never hangs.

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "opdev/op_errno.h"
#include "tests/stress/child_process.h"
#include "tests/stress/small_problem.h"
#include "tests/support/limits.h"

namespace backlerp::test {
namespace {

Variables Workers(const char* count) {
  return {{"BACKLERP_NUM_THREADS", count}};
}

const SmallProblem& Large() { return SmallProblems()[3]; }

int UseParentsHandles(aclrtStream stream, aclrtEvent event,
                      ReadyProblem* problem) {
  if (aclrtSynchronizeStream(stream) != ACL_ERROR_RT_CONTEXT_NULL) return 1;
  if (aclrtSetDevice(0) != ACL_SUCCESS) return 2;
  constexpr int kDead = ACL_ERROR_RT_INVALID_HANDLE;
  if (aclrtSynchronizeStream(stream) != kDead) return 3;
  if (aclrtDestroyStream(stream) != kDead) return 4;
  if (aclrtSynchronizeEvent(event) != kDead) return 5;
  if (aclrtRecordEvent(event, nullptr) != kDead) return 6;
  if (problem->Submit(nullptr) != ACLNN_ERR_PARAM_INVALID) return 7;
  // Of new handles none is one of the parent's.
  for (int i = 0; i < 100; ++i) {
    aclrtStream fresh = nullptr;
    if (aclrtCreateStream(&fresh) != ACL_SUCCESS) return 8;
    if (fresh == stream) return 9;
  }
  return 0;
}

TEST(Fork, TheParentsHandlesAreDead) {
  const AclSession session;
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  ASSERT_EQ(aclrtRecordEvent(event, session.stream()), ACL_SUCCESS);
  ReadyProblem problem(SmallProblems()[0]);
  ASSERT_EQ(problem.Submit(session.stream()), ACL_SUCCESS);
  const auto work = [&] {
    return UseParentsHandles(session.stream(), event, &problem);
  };
  EXPECT_EQ(RunInChild(work), "exit 0");
  // And the parent's are the parent's.
  EXPECT_EQ(aclrtSynchronizeStream(session.stream()), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

// ThreadSanitizer still counts the parent's threads, and takes those that a
// child starts at the same addresses for errors of its own.
#ifdef __SANITIZE_THREAD__
constexpr bool kChildrenMayStartThreads = false;
#else
constexpr bool kChildrenMayStartThreads = true;
#endif

TEST(Fork, TheChildWorksWithItsOwn) {
  if (!kChildrenMayStartThreads) GTEST_SKIP() << "under ThreadSanitizer";
  const AclSession session(Workers("4"));
  const std::vector<std::byte> expected = ResultOf(Large(), session);
  const auto work = [&] {
    const AclSession own(Workers("4"));
    return ResultOf(Large(), own) == expected ? 0 : 1;
  };
  EXPECT_EQ(RunInChild(work), "exit 0");
  // A child of the child, too.
  EXPECT_EQ(
      RunInChild([&] { return RunInChild(work) == "exit 0" ? work() : 2; }),
      "exit 0");
}

// A copy of the parent's memory is as good as any, and can be released.
TEST(Fork, BlocksOfMemoryStay) {
  const AclSession session;
  DeviceBuffer block(100);
  const auto work = [&] {
    if (aclrtFree(block.data()) != ACL_SUCCESS) return 1;
    return aclrtFree(block.data()) == ACL_ERROR_RT_PARAM_INVALID ? 0 : 2;
  };
  EXPECT_EQ(RunInChild(work), "exit 0");
}

// Threads that are inside the library at every place when the process forks.
TEST(Fork, WhileOtherThreadsWork) {
  if (!kChildrenMayStartThreads) GTEST_SKIP() << "under ThreadSanitizer";
  // Before LLVM 17, the locks of its allocator stay with the parent's threads,
  // and a child waits for them for ever.
  if (kAddressSanitizer) GTEST_SKIP() << "under AddressSanitizer";
  const AclSession session(Workers("2"));
  const std::vector<std::byte> expected = ResultOf(Large(), session);
  std::atomic<bool> over{false};
  std::vector<std::thread> threads;
  for (size_t i = 0; i < 4; ++i) {
    threads.emplace_back([&over, i] {
      aclrtSetDevice(0);
      aclrtStream stream = nullptr;
      aclrtCreateStream(&stream);
      while (!over) {
        ReadyProblem problem(SmallProblems()[i]);
        problem.Submit(stream);
        aclrtFree(nullptr);  // for its message
        aclrtSynchronizeStream(stream);
      }
      aclrtDestroyStream(stream);
      aclrtResetDevice(0);
    });
  }
  const auto work = [&] {
    const AclSession own;
    return ResultOf(Large(), own) == expected ? 0 : 1;
  };
  const int64_t forks = NumberFromEnvironment("BACKLERP_STRESS_FORKS", 30);
  for (int64_t i = 0; i < forks && !HasFailure(); ++i) {
    EXPECT_EQ(RunInChild(work), "exit 0") << "fork " << i;
  }
  over = true;
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace backlerp::test
