// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_RUNTIME_STREAM_H_
#define BACKLERP_SRC_RUNTIME_STREAM_H_

#include <cstdint>
#include <memory>

#include "base/handle_table.h"
#include "runtime/callback_channel.h"
#include "runtime/check.h"
#include "runtime/task_queue.h"

namespace backlerp::runtime {

class Context;

// What a stream handle stands for.
struct Stream {
  Stream(std::weak_ptr<Context> owner, uint32_t stream_priority,
         uint32_t stream_flags, bool default_stream);

  const std::shared_ptr<TaskQueue> queue;
  const std::weak_ptr<Context> context;
  const int32_t id;
  const uint32_t priority;
  const uint32_t flags;
  const bool is_default;
  CallbackSubscription subscription;
};

using StreamTable = HandleTable<Stream, aclrtStream, 0xB1>;
StreamTable& Streams();

// The stream that the argument `stream` of `function` names in the calling
// thread. Codes: 107002 no context, 107017 no live stream.
aclError FindStream(const char* function, aclrtStream stream,
                    std::shared_ptr<Stream>* found);

// Refuses to wait on the stream's own thread, which would never end.
aclError CheckMayWait(const char* function, const Stream& stream);

// Waits, then answers for what failed (aclrtSynchronizeStream).
aclError Synchronize(const char* function, const Stream& stream,
                     const Deadline& deadline);

// The code and message of the failure that the stream keeps, if any.
aclError ReportFailure(const char* function, const Stream& stream);

// Push with the codes of Enqueue (runtime.h).
aclError PushTask(const char* function, aclrtStream handle,
                  const Stream& stream, Task task,
                  TaskLength length = TaskLength::kAny);

}  // namespace backlerp::runtime

#endif  // BACKLERP_SRC_RUNTIME_STREAM_H_
