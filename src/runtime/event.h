// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_RUNTIME_EVENT_H_
#define BACKLERP_SRC_RUNTIME_EVENT_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "base/handle_table.h"
#include "runtime/check.h"

namespace backlerp::runtime {

// One act of recording an event. Happens once. Thread-safe.
class EventRecord {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // It has happened, at `time`, or it never will (nullopt: its task was
  // dropped). Only the first call counts.
  void Finish(std::optional<Time> time);

  bool Finished() const { return finished_.load(std::memory_order_acquire); }

  // False if the deadline came first.
  bool Wait(const Deadline& deadline);

  // When it happened; nullopt where it has not.
  std::optional<Time> time() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Time> time_;
  std::atomic<bool> finished_{false};
};

// Which calls an event serves: acl_rt.h, section events.
enum class EventKind { kPlain, kWithFlag, kEx };

// What an event handle stands for. Thread-safe.
class Event {
 public:
  Event(EventKind kind, uint32_t flags);

  EventKind kind() const { return kind_; }
  uint32_t id() const { return id_; }
  bool HasFlag(uint32_t flag) const;

  // The latest submitted record, or null.
  std::shared_ptr<EventRecord> latest() const;
  void SetLatest(std::shared_ptr<EventRecord> record);
  // As if `record` had never been, unless a later one took its place.
  void Forget(const EventRecord* record);

  // How many streams wait for the event or will.
  std::atomic<int> waits{0};

 private:
  const EventKind kind_;
  const uint32_t flags_;
  const uint32_t id_;
  mutable std::mutex mutex_;
  std::shared_ptr<EventRecord> latest_;
};

using EventTable = HandleTable<Event, aclrtEvent, 0xB2>;
EventTable& Events();

// 107017 where the argument `name` of `function` is no live event.
aclError FindEvent(const char* function, const char* name, aclrtEvent event,
                   std::shared_ptr<Event>* found);

}  // namespace backlerp::runtime

#endif  // BACKLERP_SRC_RUNTIME_EVENT_H_
