// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "runtime/stream.h"

#include <atomic>
#include <utility>

#include "base/per_process.h"
#include "runtime/context.h"
#include "runtime/runtime.h"
#include "runtime/thread_state.h"

namespace backlerp::runtime {
namespace {

constexpr std::string_view kLiveStream = "a live stream or null";

// Streams whose synchronise returns at once.
constexpr uint32_t kUnsynchronizedFlags = ACL_STREAM_PERSISTENT |
                                          ACL_STREAM_CPU_SCHEDULE |
                                          ACL_STREAM_DEVICE_USE_ONLY;

constinit PerProcess<StreamTable> streams;

int32_t NextStreamId() {
  static std::atomic<int32_t> next{0};
  return next++;
}

std::string TextOf(const char* function, const Stream& stream,
                   const TaskQueue::Failure& failure) {
  std::string text = fmt::format("{}: a task of stream {} failed with code {}",
                                 function, stream.id, failure.code);
  if (failure.message.empty()) return text;
  text.append(":\n").append(failure.message);
  text.pop_back();  // the line end, which every message gets
  return text;
}

}  // namespace

Stream::Stream(std::weak_ptr<Context> owner, uint32_t stream_priority,
               uint32_t stream_flags, bool default_stream)
    : queue(std::make_shared<TaskQueue>()),
      context(std::move(owner)),
      id(NextStreamId()),
      priority(stream_priority),
      flags(stream_flags),
      is_default(default_stream) {}

StreamTable& Streams() { return streams.get(); }

aclError FindStream(const char* function, aclrtStream stream,
                    std::shared_ptr<Stream>* found) {
  const std::shared_ptr<Context> context = CurrentContext();
  if (context == nullptr) return NoContext(function);
  *found = stream == nullptr ? context->DefaultStream() : Streams().Get(stream);
  if (*found == nullptr) {
    return RejectHandle(ACL_ERROR_RT_INVALID_HANDLE, function, "stream", stream,
                        kLiveStream);
  }
  return ACL_SUCCESS;
}

aclError CheckMayWait(const char* function, const Stream& stream) {
  if (!stream.queue->OnWorker()) return ACL_SUCCESS;
  return NotSupported(function, "a task must not wait for its own stream");
}

aclError Synchronize(const char* function, const Stream& stream,
                     const Deadline& deadline) {
  BACKLERP_RETURN_IF_ERROR(CheckMayWait(function, stream));
  if ((stream.flags & kUnsynchronizedFlags) != 0) return ACL_SUCCESS;
  if (!stream.queue->Wait(deadline)) {
    return Fail(
        ACL_ERROR_RT_STREAM_SYNC_TIMEOUT,
        fmt::format("{}: stream {} was not done in time", function, stream.id));
  }
  return ReportFailure(function, stream);
}

aclError ReportFailure(const char* function, const Stream& stream) {
  const TaskQueue::Failure failure = stream.queue->TakeFailure();
  if (failure.code == ACL_SUCCESS) return ACL_SUCCESS;
  try {
    ThisThread().last_error = failure.code;
    // The task itself has logged it.
    AppendErrorText(TextOf(function, stream, failure));
  } catch (...) {
    // The stream has forgotten the code, so it is told without a message.
    return failure.code;
  }
  return failure.code;
}

aclError PushTask(const char* function, aclrtStream handle,
                  const Stream& stream, Task task, TaskLength length) {
  if (stream.queue->Push(std::move(task), length)) return ACL_SUCCESS;
  // Closed between the look-up and now, by another thread.
  return RejectHandle(ACL_ERROR_RT_INVALID_HANDLE, function, "stream", handle,
                      kLiveStream);
}

aclError Enqueue(aclrtStream stream, Task task, const char* function,
                 TaskLength length) try {
  std::shared_ptr<Stream> found;
  BACKLERP_RETURN_IF_ERROR(FindStream(function, stream, &found));
  return PushTask(function, stream, *found, std::move(task), length);
} catch (...) {
  return CaughtException(function);
}

}  // namespace backlerp::runtime
