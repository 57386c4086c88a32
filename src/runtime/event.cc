// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "runtime/event.h"

#include <utility>

#include "base/per_process.h"
#include "runtime/spin.h"

namespace backlerp::runtime {
namespace {

constinit PerProcess<EventTable> events;

uint32_t NextEventId() {
  static std::atomic<uint32_t> next{0};
  return next++;
}

}  // namespace

void EventRecord::Finish(std::optional<Time> time) {
  const std::lock_guard lock(mutex_);
  if (finished_.load(std::memory_order_relaxed)) return;
  time_ = time;
  finished_.store(true, std::memory_order_release);
  changed_.notify_all();
}

bool EventRecord::Wait(const Deadline& deadline) {
  const auto is_finished = [this] { return Finished(); };
  if (SpinUntil(is_finished)) return true;
  std::unique_lock lock(mutex_);
  if (deadline) return changed_.wait_until(lock, *deadline, is_finished);
  changed_.wait(lock, is_finished);
  return true;
}

std::optional<EventRecord::Time> EventRecord::time() const {
  const std::lock_guard lock(mutex_);
  return time_;
}

Event::Event(EventKind kind, uint32_t flags)
    : kind_(kind), flags_(flags), id_(NextEventId()) {}

bool Event::HasFlag(uint32_t flag) const {
  return kind_ == EventKind::kPlain || (flags_ & flag) != 0;
}

std::shared_ptr<EventRecord> Event::latest() const {
  const std::lock_guard lock(mutex_);
  return latest_;
}

void Event::SetLatest(std::shared_ptr<EventRecord> record) {
  const std::lock_guard lock(mutex_);
  latest_ = std::move(record);
}

void Event::Forget(const EventRecord* record) {
  const std::lock_guard lock(mutex_);
  if (latest_.get() == record) latest_ = nullptr;
}

EventTable& Events() { return events.get(); }

aclError FindEvent(const char* function, const char* name, aclrtEvent event,
                   std::shared_ptr<Event>* found) {
  *found = Events().Get(event);
  if (*found != nullptr) return ACL_SUCCESS;
  return RejectHandle(ACL_ERROR_RT_INVALID_HANDLE, function, name, event,
                      "a live event");
}

}  // namespace backlerp::runtime
