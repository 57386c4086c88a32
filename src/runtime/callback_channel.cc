// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "runtime/callback_channel.h"

#include <map>
#include <utility>
#include <vector>

namespace backlerp::runtime {
namespace {

struct Registry {
  std::mutex mutex;
  std::map<uint64_t, std::weak_ptr<CallbackChannel>> channels;
};

Registry& TheRegistry() {
  static auto* const registry = new Registry;
  return *registry;
}

}  // namespace

void PendingCallback::Run() {
  function_(user_data_);
  Drop();
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
  channel_ = nullptr;
  return true;
}

std::shared_ptr<CallbackChannel> FindChannel(uint64_t thread_id) {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  const auto found = registry.channels.find(thread_id);
  return found == registry.channels.end() ? nullptr : found->second.lock();
}

std::shared_ptr<CallbackChannel> MakeChannel(uint64_t thread_id) {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  std::erase_if(registry.channels,
                [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<CallbackChannel>& slot = registry.channels[thread_id];
  auto channel = slot.lock();
  if (channel == nullptr) {
    channel = std::make_shared<CallbackChannel>();
    slot = channel;
  }
  return channel;
}

}  // namespace backlerp::runtime
