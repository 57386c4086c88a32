// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "runtime/callback_channel.h"

#include <utility>
#include <vector>

#include "base/per_process.h"

namespace backlerp::runtime {
namespace {

struct Registry {
  struct Entry {
    uint64_t thread_id;
    std::weak_ptr<CallbackChannel> channel;
  };

  std::mutex mutex;
  std::vector<Entry> entries;  // few: the threads that run callbacks

  // The rest needs the mutex.

  void ForgetDead() {
    std::erase_if(entries,
                  [](const Entry& entry) { return entry.channel.expired(); });
  }

  // Null where there is none that lives.
  std::shared_ptr<CallbackChannel> Find(uint64_t thread_id) const {
    for (const Entry& entry : entries) {
      if (entry.thread_id != thread_id) continue;
      if (auto channel = entry.channel.lock()) return channel;
    }
    return nullptr;
  }
};

constinit PerProcess<Registry> registry;

// When it goes, the callback is over, however its function has ended: a stream
// may be waiting for that.
struct DropAtEnd {
  PendingCallback* callback;
  ~DropAtEnd() { callback->Drop(); }
};

// Gives up a share in a channel, and the channel's entry with the last one.
void GiveUp(std::shared_ptr<CallbackChannel>* channel) {
  *channel = nullptr;
  Registry& all = registry.get();
  const std::lock_guard lock(all.mutex);
  all.ForgetDead();
}

}  // namespace

void PendingCallback::Run() {
  const DropAtEnd drop{this};
  function_(user_data_);
}

void PendingCallback::Drop() {
  const std::lock_guard lock(mutex_);
  over_ = true;
  changed_.notify_all();
}

void PendingCallback::WaitUntilOver() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return over_; });
}

void CallbackChannel::Push(std::shared_ptr<PendingCallback> callback) {
  const std::lock_guard lock(mutex_);
  callbacks_.push_back(std::move(callback));
  pushed_.notify_one();
}

std::shared_ptr<PendingCallback> CallbackChannel::Pop(
    const Deadline& deadline) {
  std::unique_lock lock(mutex_);
  const auto has_one = [this] { return !callbacks_.empty(); };
  if (!deadline) {
    pushed_.wait(lock, has_one);
  } else if (!pushed_.wait_until(lock, *deadline, has_one)) {
    return nullptr;
  }
  auto callback = std::move(callbacks_.front());
  callbacks_.pop_front();
  return callback;
}

void CallbackChannel::DropOfStream(int32_t stream_id) {
  const std::lock_guard lock(mutex_);
  std::erase_if(callbacks_, [stream_id](const auto& callback) {
    if (callback->stream_id() != stream_id) return false;
    callback->Drop();
    return true;
  });
}

CallbackSubscription::~CallbackSubscription() {
  if (channel_ != nullptr) GiveUp(&channel_);
}

bool CallbackSubscription::active() const {
  const std::lock_guard lock(mutex_);
  return channel_ != nullptr;
}

void CallbackSubscription::Deliver(
    const std::shared_ptr<PendingCallback>& callback) {
  const std::lock_guard lock(mutex_);
  if (channel_ != nullptr) {
    channel_->Push(callback);
  } else {
    callback->Drop();
  }
}

bool CallbackSubscription::Subscribe(uint64_t thread_id,
                                     std::shared_ptr<CallbackChannel> channel) {
  const std::lock_guard lock(mutex_);
  if (channel_ != nullptr) return false;
  thread_id_ = thread_id;
  channel_ = std::move(channel);
  return true;
}

bool CallbackSubscription::Unsubscribe(uint64_t thread_id, int32_t stream_id) {
  const std::lock_guard lock(mutex_);
  if (channel_ == nullptr || thread_id_ != thread_id) return false;
  channel_->DropOfStream(stream_id);
  GiveUp(&channel_);
  return true;
}

std::shared_ptr<CallbackChannel> FindChannel(uint64_t thread_id) {
  Registry& all = registry.get();
  const std::lock_guard lock(all.mutex);
  return all.Find(thread_id);
}

std::shared_ptr<CallbackChannel> MakeChannel(uint64_t thread_id) {
  Registry& all = registry.get();
  const std::lock_guard lock(all.mutex);
  auto channel = all.Find(thread_id);
  if (channel == nullptr) {
    channel = std::make_shared<CallbackChannel>();
    all.entries.push_back({thread_id, channel});
  }
  return channel;
}

}  // namespace backlerp::runtime
