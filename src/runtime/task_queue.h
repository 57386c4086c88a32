// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The engine of a stream: tasks run one after another, in the order in which
// they were pushed, on a thread that starts with the first of them; short ones,
// where nothing is before them, on the thread that pushes them.

#ifndef BACKLERP_SRC_RUNTIME_TASK_QUEUE_H_
#define BACKLERP_SRC_RUNTIME_TASK_QUEUE_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "runtime/check.h"
#include "runtime/task.h"

namespace backlerp::runtime {

// Thread-safe. Lives in a shared_ptr, which the worker thread holds too.
class TaskQueue : public std::enable_shared_from_this<TaskQueue> {
 public:
  // The first failure since the last TakeFailure.
  struct Failure {
    aclError code = ACL_SUCCESS;
    std::string message;  // lines, as the task reported them
  };

  TaskQueue() = default;
  ~TaskQueue();
  TaskQueue(const TaskQueue&) = delete;
  TaskQueue& operator=(const TaskQueue&) = delete;

  // False where the queue is closed. Throws std::bad_alloc, and
  // std::system_error where no thread can start; the task is then not queued.
  bool Push(Task task, TaskLength length = TaskLength::kAny);

  // Whether everything pushed so far is done.
  bool Idle() const;

  // Waits for everything pushed so far; false if the deadline came first. Never
  // ends on the worker itself.
  bool Wait(const Deadline& deadline);

  Failure TakeFailure();

  // After a failure: run no further task, and keep the failure.
  void SetStopOnFailure(bool stop);

  // Forgets the tasks that have not begun; they count as done.
  void Drop();

  // Runs what is queued, ends the worker and waits for its end, also where
  // another thread is closing the queue already.
  void Close();
  // Forgets what is queued and lets the worker end by itself.
  void Abandon();

  // Whether the calling thread is this queue's worker.
  bool OnWorker() const;

 private:
  void StartWorker();
  void Work();
  void RunHere(Task task, std::unique_lock<std::mutex>* lock);
  void Run(Task task, std::unique_lock<std::mutex>* lock);
  void CountPushed();
  void SleepUntilWork(std::unique_lock<std::mutex>* lock);
  void Advance(uint64_t tasks);
  std::thread BeginClosing();
  void AwaitEnd();

  mutable std::mutex mutex_;
  // For the worker: something was pushed, or closed_, or a task has ended that
  // ran elsewhere.
  std::condition_variable work_;
  // For everyone else: finished_ grew, or ended_, or no task runs any more.
  std::condition_variable done_;
  TaskRing tasks_;
  std::thread worker_;
  bool started_ = false;
  bool ended_ = false;  // the worker touches no task any more
  bool sleeping_ = false;
  bool stop_on_failure_ = false;
  int waiters_ = 0;
  uint64_t dropped_ = 0;  // while a task runs: what Drop took from behind it
  Failure failure_;

  // Written with mutex_ held; atomic so that both sides can spin without it.
  std::atomic<uint64_t> pushed_{0};
  std::atomic<uint64_t> finished_{0};
  std::atomic<bool> closed_{false};
  std::atomic<bool> running_{false};  // on the worker, or on who pushed it
};

}  // namespace backlerp::runtime

#endif  // BACKLERP_SRC_RUNTIME_TASK_QUEUE_H_
