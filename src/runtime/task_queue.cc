// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "runtime/task_queue.h"

#include <utility>

#include "base/fp_mode.h"
#include "runtime/spin.h"
#include "runtime/thread_state.h"

namespace backlerp::runtime {
namespace {

// In the thread's own memory from its start, as in thread_state.cc.
[[gnu::tls_model(
    "initial-exec")]] thread_local const TaskQueue* queue_of_this_thread =
    nullptr;

aclError RunTask(Task* task) noexcept {
  try {
    return (*task)();
  } catch (...) {
    return CaughtException("task of a stream");
  }
}

}  // namespace

bool SpinningHelps() {
  static const bool helps = std::thread::hardware_concurrency() > 1;
  return helps;
}

TaskQueue::~TaskQueue() {
  // The worker holds the queue, so it has ended, or is what runs this.
  if (worker_.joinable()) worker_.detach();
}

bool TaskQueue::Push(Task task, TaskLength length) {
  std::unique_lock lock(mutex_);
  if (closed_) return false;
  if (length == TaskLength::kShort && tasks_.empty() && !running_) {
    RunHere(std::move(task), &lock);
    return true;
  }
  if (!started_) StartWorker();
  tasks_.Push(std::move(task));
  CountPushed();
  if (sleeping_) work_.notify_one();
  return true;
}

void TaskQueue::CountPushed() {
  pushed_.store(pushed_.load(std::memory_order_relaxed) + 1,
                std::memory_order_release);
}

void TaskQueue::RunHere(Task task, std::unique_lock<std::mutex>* lock) {
  const ScopedTaskErrors errors_of_task;
  const ScopedDefaultFpMode default_mode;
  CountPushed();
  Run(std::move(task), lock);
  if (sleeping_ && (closed_ || !tasks_.empty())) work_.notify_one();
  if (closed_) done_.notify_all();
}

void TaskQueue::StartWorker() {
  worker_ = std::thread([self = shared_from_this()] { self->Work(); });
  started_ = true;
}

bool TaskQueue::Idle() const {
  return finished_.load(std::memory_order_acquire) >=
         pushed_.load(std::memory_order_acquire);
}

bool TaskQueue::Wait(const Deadline& deadline) {
  const uint64_t target = pushed_.load(std::memory_order_acquire);
  const auto is_done = [this, target] {
    return finished_.load(std::memory_order_acquire) >= target;
  };
  if (SpinUntil(is_done)) return true;
  std::unique_lock lock(mutex_);
  ++waiters_;
  bool finished = true;
  if (deadline) {
    finished = done_.wait_until(lock, *deadline, is_done);
  } else {
    done_.wait(lock, is_done);
  }
  --waiters_;
  return finished;
}

TaskQueue::Failure TaskQueue::TakeFailure() {
  const std::lock_guard lock(mutex_);
  if (stop_on_failure_) return failure_;
  return std::exchange(failure_, {});
}

void TaskQueue::SetStopOnFailure(bool stop) {
  const std::lock_guard lock(mutex_);
  stop_on_failure_ = stop;
}

void TaskQueue::Drop() {
  std::unique_lock lock(mutex_);
  TaskRing queued = std::exchange(tasks_, {});
  const size_t count = queued.size();
  // What they hold is released before they count as done, and without the lock:
  // a task's end may take others.
  lock.unlock();
  queued = {};
  lock.lock();
  if (running_) {
    dropped_ += count;
  } else {
    Advance(count);
  }
}

void TaskQueue::Close() {
  std::thread worker = BeginClosing();
  if (OnWorker()) {
    if (worker.joinable()) worker.detach();
  } else if (worker.joinable()) {
    worker.join();
  } else {
    AwaitEnd();
  }
}

void TaskQueue::Abandon() {
  std::thread worker = BeginClosing();
  Drop();
  if (worker.joinable()) worker.detach();
}

std::thread TaskQueue::BeginClosing() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  work_.notify_one();
  return std::exchange(worker_, {});
}

void TaskQueue::AwaitEnd() {
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return !running_ && (!started_ || ended_); });
}

bool TaskQueue::OnWorker() const { return queue_of_this_thread == this; }

void TaskQueue::Work() {
  // A thread inherits the floating-point mode of the thread that started it.
  const ScopedDefaultFpMode default_mode;
  queue_of_this_thread = this;
  KeepErrorsOfThisThread();
  std::unique_lock lock(mutex_);
  for (;;) {
    // What runs now, runs on the thread that pushed it.
    const bool free = !running_;
    if (free && !tasks_.empty()) {
      Run(tasks_.Pop(), &lock);
    } else if (free && closed_) {
      ended_ = true;
      done_.notify_all();
      return;
    } else {
      SleepUntilWork(&lock);
    }
  }
}

void TaskQueue::Run(Task task, std::unique_lock<std::mutex>* lock) {
  running_ = true;
  const bool skip = stop_on_failure_ && failure_.code != ACL_SUCCESS;
  lock->unlock();
  Failure failure;
  if (!skip) failure.code = RunTask(&task);
  if (failure.code != ACL_SUCCESS) failure.message = TakeErrorText();
  task.Reset();  // what it holds is released before it counts as done
  lock->lock();
  if (failure.code != ACL_SUCCESS && failure_.code == ACL_SUCCESS) {
    failure_ = std::move(failure);
  }
  running_ = false;
  Advance(1 + std::exchange(dropped_, 0));
}

void TaskQueue::SleepUntilWork(std::unique_lock<std::mutex>* lock) {
  const auto has_work = [this] {
    return !running_.load(std::memory_order_acquire) &&
           (pushed_.load(std::memory_order_acquire) !=
                finished_.load(std::memory_order_relaxed) ||
            closed_.load(std::memory_order_acquire));
  };
  lock->unlock();
  SpinUntil(has_work);
  lock->lock();
  sleeping_ = true;
  work_.wait(*lock, has_work);
  sleeping_ = false;
}

void TaskQueue::Advance(uint64_t tasks) {
  finished_.store(finished_.load(std::memory_order_relaxed) + tasks,
                  std::memory_order_release);
  if (waiters_ > 0) done_.notify_all();
}

}  // namespace backlerp::runtime
