// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "acl/acl.h"
#include "runtime/check.h"
#include "runtime/context.h"
#include "runtime/runtime.h"
#include "runtime/stream.h"

namespace rt = backlerp::runtime;

namespace backlerp::runtime {
namespace {

aclError CreateStream(const char* function, aclrtStream* stream,
                      uint32_t priority, uint32_t flag) {
  const auto context = CurrentContext();
  const aclrtStream created =
      context == nullptr ? nullptr : context->CreateStream(priority, flag);
  if (created == nullptr) return NoContext(function);
  *stream = created;
  return ACL_SUCCESS;
}

// Ends the handle's life.
aclError TakeStream(const char* function, aclrtStream handle,
                    std::shared_ptr<Stream>* taken) {
  std::shared_ptr<Stream> stream = Streams().Get(handle);
  if (stream != nullptr && stream->is_default) {
    return RejectHandle(ACL_ERROR_RT_PARAM_INVALID, function, "stream", handle,
                        "a stream that is not a default stream");
  }
  stream = Streams().Take(handle);
  if (stream == nullptr) {
    return RejectHandle(ACL_ERROR_RT_INVALID_HANDLE, function, "stream", handle,
                        "a live stream");
  }
  *taken = std::move(stream);
  return ACL_SUCCESS;
}

void Forget(const Stream& stream) {
  if (const auto context = stream.context.lock()) context->Forget(&stream);
}

}  // namespace
}  // namespace backlerp::runtime

aclError aclrtCreateStream(aclrtStream* stream) try {
  BACKLERP_RETURN_IF_NULL(stream);
  return rt::CreateStream(__func__, stream, /*priority=*/0, /*flag=*/0);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority,
                                     uint32_t flag) try {
  BACKLERP_RETURN_IF_NULL(stream);
  return rt::CreateStream(__func__, stream, priority, flag);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtCreateStreamV2(aclrtStream* stream,
                             const aclrtStreamConfigHandle* handle) try {
  BACKLERP_RETURN_IF_NULL(stream);
  if (handle != nullptr) {
    return rt::NotSupported(__func__, "handle must be null");
  }
  return rt::CreateStream(__func__, stream, /*priority=*/0, /*flag=*/0);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtDestroyStream(aclrtStream stream) try {
  BACKLERP_RETURN_IF_NULL(stream);
  std::shared_ptr<rt::Stream> taken;
  BACKLERP_RETURN_IF_ERROR(rt::TakeStream(__func__, stream, &taken));
  taken->queue->Close();
  rt::Forget(*taken);  // until here its context's end waits for it, too
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtDestroyStreamForce(aclrtStream stream) try {
  BACKLERP_RETURN_IF_NULL(stream);
  std::shared_ptr<rt::Stream> taken;
  BACKLERP_RETURN_IF_ERROR(rt::TakeStream(__func__, stream, &taken));
  rt::Forget(*taken);
  taken->queue->Abandon();
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtSynchronizeStream(aclrtStream stream) try {
  std::shared_ptr<rt::Stream> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindStream(__func__, stream, &found));
  return rt::Synchronize(__func__, *found, /*deadline=*/{});
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream,
                                           int32_t timeout) try {
  rt::Deadline deadline;
  BACKLERP_RETURN_IF_ERROR(rt::ParseTimeout(__func__, timeout, &deadline));
  std::shared_ptr<rt::Stream> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindStream(__func__, stream, &found));
  return rt::Synchronize(__func__, *found, deadline);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) try {
  BACKLERP_RETURN_IF_NULL(status);
  std::shared_ptr<rt::Stream> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindStream(__func__, stream, &found));
  *status = found->queue->Idle() ? ACL_STREAM_STATUS_COMPLETE
                                 : ACL_STREAM_STATUS_NOT_READY;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId) try {
  BACKLERP_RETURN_IF_NULL(streamId);
  std::shared_ptr<rt::Stream> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindStream(__func__, stream, &found));
  *streamId = found->id;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t* priority) try {
  BACKLERP_RETURN_IF_NULL(priority);
  std::shared_ptr<rt::Stream> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindStream(__func__, stream, &found));
  *priority = found->priority;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t* flags) try {
  BACKLERP_RETURN_IF_NULL(flags);
  std::shared_ptr<rt::Stream> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindStream(__func__, stream, &found));
  *flags = found->flags;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode) try {
  if (stream == nullptr) {
    return rt::RejectText(ACL_ERROR_RT_PARAM_INVALID, __func__, "stream",
                          "null", "a stream of aclrtCreateStream");
  }
  if (mode != ACL_CONTINUE_ON_FAILURE && mode != ACL_STOP_ON_FAILURE) {
    return rt::Reject(ACL_ERROR_RT_PARAM_INVALID, __func__, "mode", mode,
                      "ACL_CONTINUE_ON_FAILURE or ACL_STOP_ON_FAILURE");
  }
  std::shared_ptr<rt::Stream> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindStream(__func__, stream, &found));
  found->queue->SetStopOnFailure(mode == ACL_STOP_ON_FAILURE);
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtStreamAbort(aclrtStream stream) try {
  std::shared_ptr<rt::Stream> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindStream(__func__, stream, &found));
  BACKLERP_RETURN_IF_ERROR(rt::CheckMayWait(__func__, *found));
  found->queue->Drop();
  found->queue->Wait(/*deadline=*/{});
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn,
                             void* args) try {
  BACKLERP_RETURN_IF_NULL(fn);
  const auto task = [fn, args] {
    fn(args);
    return aclError{ACL_SUCCESS};
  };
  return rt::Enqueue(stream, task, __func__);
} catch (...) {
  return rt::CaughtException(__func__);
}
