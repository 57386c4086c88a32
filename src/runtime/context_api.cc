// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "acl/acl.h"
#include "runtime/check.h"
#include "runtime/context.h"
#include "runtime/device.h"
#include "runtime/thread_state.h"

namespace rt = backlerp::runtime;

aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId) try {
  BACKLERP_RETURN_IF_NULL(context);
  BACKLERP_RETURN_IF_ERROR(rt::CheckDeviceId(__func__, deviceId));
  rt::ThreadState& thread = rt::ThisThread();  // may fail, so it comes first
  thread.context = rt::CreateContext();
  *context = thread.context;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtDestroyContext(aclrtContext context) try {
  BACKLERP_RETURN_IF_NULL(context);
  if (rt::DestroyContext(context)) return ACL_SUCCESS;
  return rt::RejectHandle(ACL_ERROR_RT_PARAM_INVALID, __func__, "context",
                          context, "a live context of aclrtCreateContext");
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtSetCurrentContext(aclrtContext context) try {
  BACKLERP_RETURN_IF_NULL(context);
  if (rt::Contexts().Get(context) == nullptr) {
    return rt::RejectHandle(ACL_ERROR_RT_PARAM_INVALID, __func__, "context",
                            context, "a live context");
  }
  rt::SetCurrentContext(context);
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtGetCurrentContext(aclrtContext* context) try {
  BACKLERP_RETURN_IF_NULL(context);
  if (rt::CurrentContext() == nullptr) return rt::NoContext(__func__);
  *context = rt::ThisThread().context;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream) try {
  BACKLERP_RETURN_IF_NULL(stream);
  const auto context = rt::CurrentContext();
  const aclrtStream handle =
      context == nullptr ? nullptr : context->DefaultStreamHandle();
  if (handle == nullptr) return rt::NoContext(__func__);
  *stream = handle;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}
