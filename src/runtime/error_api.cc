// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <utility>

#include "acl/acl.h"
#include "runtime/check.h"
#include "runtime/thread_state.h"

namespace rt = backlerp::runtime;

namespace backlerp::runtime {
namespace {

aclError CheckLevel(const char* function, aclrtLastErrLevel level) {
  const int number = static_cast<int>(level);
  if (number == ACL_RT_THREAD_LEVEL) return ACL_SUCCESS;
  return Reject(ACL_ERROR_INVALID_PARAM, function, "level", number,
                "ACL_RT_THREAD_LEVEL");
}

}  // namespace
}  // namespace backlerp::runtime

const char* aclGetRecentErrMsg(void) try {
  std::string& returned = rt::ThisThread().returned_errors;
  returned = rt::TakeErrorText();
  return returned.empty() ? nullptr : returned.c_str();
} catch (...) {
  return nullptr;
}

aclError aclrtPeekAtLastError(aclrtLastErrLevel level) try {
  BACKLERP_RETURN_IF_ERROR(rt::CheckLevel(__func__, level));
  return rt::ThisThread().last_error;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtGetLastError(aclrtLastErrLevel level) try {
  BACKLERP_RETURN_IF_ERROR(rt::CheckLevel(__func__, level));
  return std::exchange(rt::ThisThread().last_error, ACL_SUCCESS);
} catch (...) {
  return rt::CaughtException(__func__);
}
