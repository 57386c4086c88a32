// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The queue of a stream, where a short task runs on the thread that pushes it:
// what others do meanwhile waits for it.

#include "runtime/task_queue.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/runtime.h"
#include "runtime/thread_state.h"

namespace backlerp::runtime {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

void AwaitTrue(const std::atomic<bool>& flag) {
  while (!flag) std::this_thread::yield();
}

// A short task that has begun on a thread of its own, and ends when told.
class HeldTask {
 public:
  explicit HeldTask(TaskQueue* queue, aclError code = ACL_SUCCESS)
      : pusher_([this, queue, code] {
          pushed_ = queue->Push(
              [this, code]() -> aclError {
                begun_ = true;
                AwaitTrue(may_end_);
                ended_ = true;
                return code;
              },
              TaskLength::kShort);
        }) {
    AwaitTrue(begun_);
  }
  ~HeldTask() { End(); }

  void End() {
    may_end_ = true;
    if (pusher_.joinable()) pusher_.join();
  }
  bool ended() const { return ended_; }
  bool pushed() const { return pushed_; }

 private:
  std::atomic<bool> begun_{false};
  std::atomic<bool> may_end_{false};
  std::atomic<bool> ended_{false};
  std::atomic<bool> pushed_{false};
  std::thread pusher_;
};

// Starts `work` on a thread, and sees that it does not end before the task.
template <typename Work>
void ExpectToWaitFor(HeldTask* task, Work work) {
  std::atomic<bool> done{false};
  bool had_ended = false;
  std::thread thread([&] {
    work();
    had_ended = task->ended();
    done = true;
  });
  std::this_thread::sleep_for(milliseconds(5));
  EXPECT_FALSE(done);
  task->End();
  thread.join();
  EXPECT_TRUE(had_ended);
}

class TaskQueueTest : public testing::Test {
 protected:
  ~TaskQueueTest() override { queue_->Close(); }

  void StartWorker() {
    ASSERT_TRUE(queue_->Push([] { return ACL_SUCCESS; }));
    ASSERT_TRUE(queue_->Wait({}));
  }
  // Long enough for a worker without work to stop spinning.
  static void LetItSleep() { std::this_thread::sleep_for(milliseconds(2)); }

  std::shared_ptr<TaskQueue> queue_ = std::make_shared<TaskQueue>();
};

TEST_F(TaskQueueTest, ShortTasksRunOnTheThreadThatPushesThem) {
  std::thread::id runner;
  ASSERT_TRUE(queue_->Push(
      [&runner] {
        runner = std::this_thread::get_id();
        return ACL_SUCCESS;
      },
      TaskLength::kShort));
  EXPECT_EQ(runner, std::this_thread::get_id());
  EXPECT_TRUE(queue_->Idle());
}

TEST_F(TaskQueueTest, OthersDoNot) {
  std::thread::id runner;
  ASSERT_TRUE(queue_->Push([&runner] {
    runner = std::this_thread::get_id();
    return ACL_SUCCESS;
  }));
  ASSERT_TRUE(queue_->Wait({}));
  EXPECT_NE(runner, std::this_thread::get_id());
}

// Also where the worker has not started, spins or sleeps.
TEST_F(TaskQueueTest, WhatIsPushedMeanwhileRunsBehindIt) {
  for (const bool sleeps : {false, false, true}) {
    std::atomic<bool> in_order{false};
    HeldTask task(queue_.get());
    if (sleeps) LetItSleep();
    ASSERT_TRUE(queue_->Push([&] {
      in_order = task.ended();
      return ACL_SUCCESS;
    }));
    // Not on this thread: the queue is not idle.
    ASSERT_TRUE(queue_->Push([] { return ACL_SUCCESS; }, TaskLength::kShort));
    EXPECT_FALSE(queue_->Idle());
    LetItSleep();
    EXPECT_FALSE(in_order);
    task.End();
    ASSERT_TRUE(queue_->Wait({}));
    EXPECT_TRUE(in_order);
    if (sleeps) LetItSleep();
  }
}

TEST_F(TaskQueueTest, WaitWaitsForIt) {
  HeldTask task(queue_.get());
  EXPECT_FALSE(queue_->Wait(steady_clock::now() + milliseconds(2)));
  ExpectToWaitFor(&task, [this] { EXPECT_TRUE(queue_->Wait({})); });
}

TEST_F(TaskQueueTest, CloseWaitsForItWithoutAWorker) {
  HeldTask task(queue_.get());
  ExpectToWaitFor(&task, [this] { queue_->Close(); });
  EXPECT_TRUE(task.pushed());
}

TEST_F(TaskQueueTest, CloseWaitsForItAndRunsWhatIsBehind) {
  StartWorker();
  std::atomic<bool> ran{false};
  HeldTask task(queue_.get());
  ASSERT_TRUE(queue_->Push([&ran] {
    ran = true;
    return ACL_SUCCESS;
  }));
  ExpectToWaitFor(&task, [this] { queue_->Close(); });
  EXPECT_TRUE(ran);
  EXPECT_FALSE(queue_->Push([] { return ACL_SUCCESS; }, TaskLength::kShort));
}

TEST_F(TaskQueueTest, DropTakesWhatIsBehindIt) {
  std::atomic<bool> ran{false};
  HeldTask task(queue_.get());
  ASSERT_TRUE(queue_->Push([&ran] {
    ran = true;
    return ACL_SUCCESS;
  }));
  queue_->Drop();
  EXPECT_FALSE(queue_->Idle());
  task.End();
  ASSERT_TRUE(queue_->Wait({}));
  EXPECT_FALSE(ran);
}

TEST_F(TaskQueueTest, AbandonDoesNotWaitForIt) {
  StartWorker();
  HeldTask task(queue_.get());
  queue_->Abandon();
  EXPECT_FALSE(task.ended());
}

TEST_F(TaskQueueTest, ItsFailureStopsWhatIsBehind) {
  queue_->SetStopOnFailure(true);
  std::atomic<bool> ran{false};
  HeldTask task(queue_.get(), ACL_ERROR_INTERNAL_ERROR);
  ASSERT_TRUE(queue_->Push([&ran] {
    ran = true;
    return ACL_SUCCESS;
  }));
  task.End();
  ASSERT_TRUE(queue_->Wait({}));
  EXPECT_FALSE(ran);
  EXPECT_EQ(queue_->TakeFailure().code, ACL_ERROR_INTERNAL_ERROR);
}

TEST_F(TaskQueueTest, ItsMessagesAreNotThePushers) {
  for (const bool process_wide : {false, true}) {
    SetErrorsProcessWide(process_wide);
    AppendErrorText("of the pusher");
    ASSERT_TRUE(queue_->Push(
        []() -> aclError {
          ReportError("of the task");
          return ACL_ERROR_INTERNAL_ERROR;
        },
        TaskLength::kShort));
    EXPECT_EQ(queue_->TakeFailure().message, "of the task\n");
    EXPECT_EQ(TakeErrorText(), "of the pusher\n");
  }
  SetErrorsProcessWide(false);
}

// Many threads, one queue: never two tasks at a time.
TEST_F(TaskQueueTest, TasksOfAnyLengthExcludeEachOther) {
  constexpr int kThreads = 4;
  constexpr int kTasks = 2000;
  std::atomic<int> inside{0};
  std::atomic<int> ran{0};
  std::atomic<bool> overlap{false};
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int k = 0; k < kTasks; ++k) {
        queue_->Push(
            [&] {
              if (++inside > 1) overlap = true;
              ++ran;
              --inside;
              return ACL_SUCCESS;
            },
            (t + k) % 3 == 0 ? TaskLength::kAny : TaskLength::kShort);
        if (k % 7 == 0) queue_->Wait({});
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(queue_->Wait({}));
  EXPECT_EQ(ran, kThreads * kTasks);
  EXPECT_FALSE(overlap);
}

}  // namespace
}  // namespace backlerp::runtime
