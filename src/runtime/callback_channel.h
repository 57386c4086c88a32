// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Callbacks that a client's own thread runs: aclrtLaunchCallback hands them
// over in the stream's order, aclrtProcessReport runs them.

#ifndef BACKLERP_SRC_RUNTIME_CALLBACK_CHANNEL_H_
#define BACKLERP_SRC_RUNTIME_CALLBACK_CHANNEL_H_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

#include "runtime/check.h"

namespace backlerp::runtime {

// A callback on its way; over when it has run or been dropped.
class PendingCallback {
 public:
  PendingCallback(aclrtCallback function, void* user_data, int32_t stream_id)
      : function_(function), user_data_(user_data), stream_id_(stream_id) {}

  int32_t stream_id() const { return stream_id_; }
  void Run();
  void Drop();
  void WaitUntilOver();

 private:
  const aclrtCallback function_;
  void* const user_data_;
  const int32_t stream_id_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
};

// The callbacks of one client thread. Thread-safe.
class CallbackChannel {
 public:
  void Push(std::shared_ptr<PendingCallback> callback);
  // The oldest one; null if the deadline came first.
  std::shared_ptr<PendingCallback> Pop(const Deadline& deadline);
  void DropOfStream(int32_t stream_id);

 private:
  std::mutex mutex_;
  std::condition_variable pushed_;
  std::deque<std::shared_ptr<PendingCallback>> callbacks_;
};

// Which thread runs a stream's callbacks. Thread-safe.
class CallbackSubscription {
 public:
  CallbackSubscription() = default;
  ~CallbackSubscription();
  CallbackSubscription(const CallbackSubscription&) = delete;
  CallbackSubscription& operator=(const CallbackSubscription&) = delete;

  bool active() const;
  // Hands `callback` to the thread; drops it where there is none.
  void Deliver(const std::shared_ptr<PendingCallback>& callback);
  // False where there is one already.
  bool Subscribe(uint64_t thread_id, std::shared_ptr<CallbackChannel> channel);
  // Drops the callbacks of `stream_id`, whose subscription this is. False where
  // it was not `thread_id`'s.
  bool Unsubscribe(uint64_t thread_id, int32_t stream_id);

 private:
  mutable std::mutex mutex_;
  uint64_t thread_id_ = 0;
  std::shared_ptr<CallbackChannel> channel_;
};

// The channel of a thread, which lives as long as anyone holds it: the streams
// that the thread subscribed to do.
std::shared_ptr<CallbackChannel> FindChannel(uint64_t thread_id);
std::shared_ptr<CallbackChannel> MakeChannel(uint64_t thread_id);

}  // namespace backlerp::runtime

#endif  // BACKLERP_SRC_RUNTIME_CALLBACK_CHANNEL_H_
