// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <pthread.h>

#include "acl/acl.h"
#include "runtime/callback_channel.h"
#include "runtime/check.h"
#include "runtime/runtime.h"
#include "runtime/stream.h"

namespace rt = backlerp::runtime;

aclError aclrtLaunchCallback(aclrtCallback fn, void* userData,
                             aclrtCallbackBlockType blockType,
                             aclrtStream stream) try {
  BACKLERP_RETURN_IF_NULL(fn);
  if (blockType != ACL_CALLBACK_NO_BLOCK && blockType != ACL_CALLBACK_BLOCK) {
    return rt::Reject(ACL_ERROR_RT_PARAM_INVALID, __func__, "blockType",
                      static_cast<int>(blockType),
                      "ACL_CALLBACK_NO_BLOCK or ACL_CALLBACK_BLOCK");
  }
  std::shared_ptr<rt::Stream> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindStream(__func__, stream, &found));
  if (!found->subscription.active()) {
    return rt::RejectText(ACL_ERROR_RT_STREAM_NO_CB_REG, __func__, "stream",
                          "not subscribed to",
                          "a stream of aclrtSubscribeReport");
  }
  const auto callback =
      std::make_shared<rt::PendingCallback>(fn, userData, found->id);
  const bool block = blockType == ACL_CALLBACK_BLOCK;
  const auto task = [found, callback, block] {
    found->subscription.Deliver(callback);
    if (block) callback->WaitUntilOver();
    return aclError{ACL_SUCCESS};
  };
  return rt::PushTask(__func__, stream, *found, task);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream) try {
  std::shared_ptr<rt::Stream> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindStream(__func__, stream, &found));
  if (found->subscription.Subscribe(threadId, rt::MakeChannel(threadId))) {
    return ACL_SUCCESS;
  }
  return rt::RejectText(ACL_ERROR_RT_STREAM_SUBSCRIBE, __func__, "stream",
                        "subscribed to already", "a stream without a thread");
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream) try {
  std::shared_ptr<rt::Stream> found;
  BACKLERP_RETURN_IF_ERROR(rt::FindStream(__func__, stream, &found));
  if (found->subscription.Unsubscribe(threadId, found->id)) return ACL_SUCCESS;
  return rt::Reject(ACL_ERROR_RT_STREAM_SUBSCRIBE, __func__, "threadId",
                    threadId, "the thread that subscribed to the stream");
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtProcessReport(int32_t timeout) try {
  if (timeout < -1) {
    return rt::Reject(ACL_ERROR_RT_PARAM_INVALID, __func__, "timeout", timeout,
                      "-1 or a number of milliseconds");
  }
  const auto channel = rt::FindChannel(static_cast<uint64_t>(pthread_self()));
  if (channel == nullptr) {
    return rt::RejectText(ACL_ERROR_THREAD_NOT_SUBSCRIBE, __func__,
                          "the calling thread", "not subscribed",
                          "one that aclrtSubscribeReport named");
  }
  rt::Deadline deadline;
  if (timeout >= 0) {
    deadline =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout);
  }
  const auto callback = channel->Pop(deadline);
  if (callback == nullptr) {
    return rt::Fail(
        ACL_ERROR_WAIT_CALLBACK_TIMEOUT,
        fmt::format("{}: no callback within {} ms", __func__, timeout));
  }
  callback->Run();
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}
