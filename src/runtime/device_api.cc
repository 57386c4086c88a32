// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <unistd.h>

#include "acl/acl.h"
#include "base/options.h"
#include "runtime/check.h"
#include "runtime/device.h"
#include "runtime/thread_state.h"

namespace rt = backlerp::runtime;

aclError aclrtSetDevice(int32_t deviceId) try {
  BACKLERP_RETURN_IF_ERROR(rt::CheckDeviceId(__func__, deviceId));
  rt::ThreadState& thread = rt::ThisThread();  // may fail, so it comes first
  thread.context = rt::RetainDevice();
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtResetDevice(int32_t deviceId) try {
  BACKLERP_RETURN_IF_ERROR(rt::CheckDeviceId(__func__, deviceId));
  if (rt::ReleaseDevice(/*all=*/false)) return ACL_SUCCESS;
  return rt::RejectText(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, __func__,
                        "deviceId", "not set", "a device that is set");
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtResetDeviceForce(int32_t deviceId) try {
  BACKLERP_RETURN_IF_ERROR(rt::CheckDeviceId(__func__, deviceId));
  if (rt::ReleaseDevice(/*all=*/true)) return ACL_SUCCESS;
  return rt::RejectText(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, __func__,
                        "deviceId", "not set", "a device that is set");
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtGetDevice(int32_t* deviceId) try {
  BACKLERP_RETURN_IF_NULL(deviceId);
  const auto context = rt::CurrentContext();
  if (context == nullptr) return rt::NoContext(__func__);
  *deviceId = context->device_id();
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtGetDeviceCount(uint32_t* count) try {
  BACKLERP_RETURN_IF_NULL(count);
  *count = rt::kDeviceCount;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtSynchronizeDevice(void) try {
  if (rt::CurrentContext() == nullptr) return rt::NoContext(__func__);
  return rt::SynchronizeDevice(__func__, /*deadline=*/{});
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) try {
  rt::Deadline deadline;
  BACKLERP_RETURN_IF_ERROR(rt::ParseTimeout(__func__, timeout, &deadline));
  if (rt::CurrentContext() == nullptr) return rt::NoContext(__func__);
  return rt::SynchronizeDevice(__func__, deadline);
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtGetRunMode(aclrtRunMode* runMode) try {
  BACKLERP_RETURN_IF_NULL(runMode);
  *runMode = ACL_HOST;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

const char* aclrtGetSocName(void) try {
  return backlerp::GetOptions().soc_name.c_str();
} catch (...) {
  return "Ascend910B";  // no memory to read the environment: the default
}

aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo,
                                int64_t* value) try {
  BACKLERP_RETURN_IF_NULL(value);
  BACKLERP_RETURN_IF_ERROR(rt::CheckDeviceId(__func__, deviceId));
  switch (static_cast<int>(deviceInfo)) {
    case ACL_DEVICE_INFO_AI_CORE_NUM:
    case ACL_DEVICE_INFO_VECTOR_CORE_NUM:
      *value = backlerp::GetOptions().num_threads;
      return ACL_SUCCESS;
    case ACL_DEVICE_INFO_L2_SIZE: {
      const long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
      *value = bytes > 0 ? bytes : 0;
      return ACL_SUCCESS;
    }
    case ACL_DEVICE_INFO_UNDEFINED:
      break;
  }
  return rt::Reject(ACL_ERROR_INVALID_PARAM, __func__, "deviceInfo",
                    static_cast<int>(deviceInfo), "0 to 2");
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr,
                            int64_t* value) try {
  BACKLERP_RETURN_IF_NULL(value);
  BACKLERP_RETURN_IF_ERROR(rt::CheckDeviceId(__func__, deviceId));
  switch (static_cast<int>(attr)) {
    case ACL_DEV_ATTR_AICPU_CORE_NUM:
    case ACL_DEV_ATTR_AICORE_CORE_NUM:
    case ACL_DEV_ATTR_VECTOR_CORE_NUM:
      *value = backlerp::GetOptions().num_threads;
      return ACL_SUCCESS;
  }
  return rt::Reject(ACL_ERROR_INVALID_PARAM, __func__, "attr",
                    static_cast<int>(attr), "1, 101 or 201");
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode) try {
  const int number = static_cast<int>(mode);
  if (number == ACL_RT_OVERFLOW_MODE_INFNAN) return ACL_SUCCESS;
  return rt::NotSupported(__func__, "arithmetic here keeps Inf and NaN");
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtSetOpExecuteTimeOut([[maybe_unused]] uint32_t timeout) {
  return ACL_SUCCESS;
}
