// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What events do on streams: record, wait, reset. Each is a task of the stream;
// a task that is dropped must let go of whoever waits for it, so what it owes
// is done by the destructor of what it holds.

#include <atomic>
#include <utility>

#include "acl/acl.h"
#include "runtime/check.h"
#include "runtime/event.h"
#include "runtime/runtime.h"
#include "runtime/stream.h"

namespace rt = backlerp::runtime;

namespace backlerp::runtime {
namespace {

// Seconds, 0 for none.
std::atomic<uint32_t> op_wait_timeout{0};

// Finishes the record whether its task runs or not.
class RecordTask {
 public:
  explicit RecordTask(std::shared_ptr<EventRecord> record)
      : record_(std::move(record)) {}
  ~RecordTask() { record_->Finish(std::nullopt); }
  RecordTask(const RecordTask&) = delete;
  RecordTask& operator=(const RecordTask&) = delete;

  aclError Run() const {
    record_->Finish(std::chrono::steady_clock::now());
    return ACL_SUCCESS;
  }

 private:
  const std::shared_ptr<EventRecord> record_;
};

// Counts as a wait of the event for as long as it lives.
class WaitTask {
 public:
  WaitTask(std::shared_ptr<Event> event, std::shared_ptr<EventRecord> record,
           std::chrono::milliseconds timeout)
      : event_(std::move(event)),
        record_(std::move(record)),
        timeout_(timeout) {
    ++event_->waits;
  }
  ~WaitTask() { --event_->waits; }
  WaitTask(const WaitTask&) = delete;
  WaitTask& operator=(const WaitTask&) = delete;

  aclError Run() const {
    Deadline deadline;
    if (timeout_.count() > 0) {
      deadline = std::chrono::steady_clock::now() + timeout_;
    }
    if (record_->Wait(deadline)) return ACL_SUCCESS;
    return Fail(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT,
                fmt::format("aclrtStreamWaitEvent: event {} did not happen "
                            "within {} ms",
                            event_->id(), timeout_.count()));
  }

 private:
  const std::shared_ptr<Event> event_;
  const std::shared_ptr<EventRecord> record_;
  const std::chrono::milliseconds timeout_;
};

// A task moves on its way to the stream; the object stays where it is.
template <typename T, typename... Args>
Task MakeTask(Args&&... args) {
  return [task = std::make_shared<const T>(std::forward<Args>(args)...)] {
    return task->Run();
  };
}

aclError CheckSyncFlag(const char* function, const Event& event) {
  if (event.HasFlag(ACL_EVENT_SYNC)) return ACL_SUCCESS;
  return RejectText(ACL_ERROR_RT_PARAM_INVALID, function, "event",
                    "made without ACL_EVENT_SYNC", "an event made with it");
}

aclError WaitEvent(const char* function, aclrtStream stream, aclrtEvent event,
                   std::chrono::milliseconds timeout) {
  std::shared_ptr<Event> found;
  BACKLERP_RETURN_IF_ERROR(FindEvent(function, "event", event, &found));
  BACKLERP_RETURN_IF_ERROR(CheckSyncFlag(function, *found));
  std::shared_ptr<Stream> waiting;
  BACKLERP_RETURN_IF_ERROR(FindStream(function, stream, &waiting));
  auto record = found->latest();
  if (record == nullptr) return ACL_SUCCESS;
  return PushTask(
      function, stream, *waiting,
      MakeTask<WaitTask>(std::move(found), std::move(record), timeout));
}

}  // namespace
}  // namespace backlerp::runtime

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) try {
  BACKLERP_RETURN_IF_NULL(event);
  std::shared_ptr<rt::Event> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindEvent(__func__, "event", event, &found));
  const auto record = std::make_shared<rt::EventRecord>();
  BACKLERP_RETURN_IF_ERROR(
      rt::Enqueue(stream, rt::MakeTask<rt::RecordTask>(record), __func__));
  found->SetLatest(record);
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) try {
  BACKLERP_RETURN_IF_NULL(event);
  std::shared_ptr<rt::Event> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindEvent(__func__, "event", event, &found));
  if (found->kind() == rt::EventKind::kEx) {
    return rt::NotSupported(__func__,
                            "event is one of aclrtCreateEventExWithFlag");
  }
  BACKLERP_RETURN_IF_ERROR(rt::CheckSyncFlag(__func__, *found));
  const auto task = [found, record = found->latest()] {
    found->Forget(record.get());
    return aclError{ACL_SUCCESS};
  };
  return rt::Enqueue(stream, task, __func__);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) try {
  BACKLERP_RETURN_IF_NULL(event);
  return rt::WaitEvent(__func__, stream, event,
                       std::chrono::seconds(rt::op_wait_timeout));
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event,
                                         int32_t timeout) try {
  BACKLERP_RETURN_IF_NULL(event);
  if (timeout < 0) {
    return rt::Reject(ACL_ERROR_RT_PARAM_INVALID, __func__, "timeout", timeout,
                      "0 or a positive number of milliseconds");
  }
  return rt::WaitEvent(__func__, stream, event,
                       std::chrono::milliseconds(timeout));
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtSetOpWaitTimeout(uint32_t timeout) {
  rt::op_wait_timeout = timeout;
  return ACL_SUCCESS;
}
