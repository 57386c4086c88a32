// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What a stream runs, and the queue of it: no allocation for a task.

#ifndef BACKLERP_SRC_RUNTIME_TASK_H_
#define BACKLERP_SRC_RUNTIME_TASK_H_

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "acl/acl.h"

namespace backlerp::runtime {

// A piece of work on a stream: a callable without arguments that returns an
// aclError. If that is not ACL_SUCCESS, it is what the next synchronise of the
// stream reports, together with what the task gave to ReportError.
//
// The callable, at most kMaxBytes large, is held in place.
class Task {
 public:
  static constexpr size_t kMaxBytes = 112;

  Task() = default;
  // Converts as std::function does.
  template <typename Work, typename Held = std::remove_cvref_t<Work>,
            typename = std::enable_if_t<!std::is_same_v<Held, Task> &&
                                        std::is_invocable_r_v<aclError, Held&>>>
  Task(Work&& work)  // NOLINT(google-explicit-constructor)
      : operations_(&kOperationsOf<Held>) {
    static_assert(sizeof(Held) <= kMaxBytes);
    static_assert(alignof(Held) <= alignof(std::max_align_t));
    static_assert(std::is_nothrow_move_constructible_v<Held>);
    new (bytes_) Held(std::forward<Work>(work));
  }
  Task(Task&& other) noexcept { TakeFrom(&other); }
  Task& operator=(Task&& other) noexcept {
    if (this != &other) {
      Reset();
      TakeFrom(&other);
    }
    return *this;
  }
  ~Task() { Reset(); }

  // Must hold work.
  aclError operator()() { return operations_->run(bytes_); }

  // Destroys the work, and with it what it holds.
  void Reset() noexcept {
    if (operations_ == nullptr) return;
    std::exchange(operations_, nullptr)->destroy(bytes_);
  }

 private:
  struct Operations {
    aclError (*run)(void* work);
    void (*move)(void* from, void* to) noexcept;  // destroys what was at `from`
    void (*destroy)(void* work) noexcept;
  };
  template <typename Held>
  static constexpr Operations kOperationsOf = {
      [](void* work) -> aclError { return (*static_cast<Held*>(work))(); },
      [](void* from, void* to) noexcept {
        new (to) Held(std::move(*static_cast<Held*>(from)));
        static_cast<Held*>(from)->~Held();
      },
      [](void* work) noexcept { static_cast<Held*>(work)->~Held(); },
  };

  void TakeFrom(Task* other) noexcept {
    operations_ = std::exchange(other->operations_, nullptr);
    if (operations_ != nullptr) operations_->move(other->bytes_, bytes_);
  }

  const Operations* operations_ = nullptr;
  alignas(std::max_align_t) std::byte bytes_[kMaxBytes];
};

enum class TaskLength {
  kAny,
  // Takes about as long as to hand it to another thread. Waits for nothing, and
  // sets no thread's last error: it may run on any thread.
  kShort,
};

// First in, first out, in a ring that grows to the most that were ever queued.
class TaskRing {
 public:
  TaskRing() = default;
  TaskRing(TaskRing&& other) noexcept
      : slots_(std::exchange(other.slots_, {})),
        front_(std::exchange(other.front_, 0)),
        size_(std::exchange(other.size_, 0)) {}
  TaskRing& operator=(TaskRing&& other) noexcept {
    TaskRing taken(std::move(other));
    slots_.swap(taken.slots_);
    front_ = taken.front_;
    size_ = taken.size_;
    return *this;
  }

  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }

  // Throws std::bad_alloc; nothing has then changed, but `task` is lost.
  void Push(Task task) {
    if (size_ == slots_.size()) Grow();
    slots_[(front_ + size_) % slots_.size()] = std::move(task);
    ++size_;
  }

  // Must not be empty.
  Task Pop() {
    Task task = std::move(slots_[front_]);
    front_ = (front_ + 1) % slots_.size();
    --size_;
    return task;
  }

 private:
  void Grow() {
    std::vector<Task> larger(slots_.empty() ? 8 : 2 * slots_.size());
    for (size_t k = 0; k < size_; ++k) {
      larger[k] = std::move(slots_[(front_ + k) % slots_.size()]);
    }
    slots_.swap(larger);
    front_ = 0;
  }

  std::vector<Task> slots_;
  size_t front_ = 0;
  size_t size_ = 0;
};

}  // namespace backlerp::runtime

#endif  // BACKLERP_SRC_RUNTIME_TASK_H_
