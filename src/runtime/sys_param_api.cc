// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Options of the process and of contexts. Operators here are deterministic
// whatever they say; they are kept for clients that read them back.

#include <array>
#include <atomic>

#include "acl/acl.h"
#include "runtime/check.h"
#include "runtime/context.h"

namespace rt = backlerp::runtime;

namespace backlerp::runtime {
namespace {

std::array<std::atomic<int64_t>, kSysParamCount> process_params{};

aclError CheckOption(const char* function, aclSysParamOpt opt, size_t count) {
  if (static_cast<size_t>(opt) < count) return ACL_SUCCESS;
  return Reject(ACL_ERROR_INVALID_PARAM, function, "opt", static_cast<int>(opt),
                fmt::format("0 to {}", count - 1));
}

aclError CheckValue(const char* function, aclSysParamOpt opt, int64_t value) {
  const int64_t max = opt == ACL_OPT_DETERMINISTIC ? 3 : 1;
  if (value >= 0 && value <= max) return ACL_SUCCESS;
  return Reject(ACL_ERROR_RT_PARAM_INVALID, function, "value", value,
                fmt::format("0 to {}", max));
}

// All but ACL_OPT_ENABLE_KERNEL_EARLY_START, the last one.
constexpr size_t kContextParamCount = ACL_OPT_ENABLE_KERNEL_EARLY_START;

}  // namespace
}  // namespace backlerp::runtime

aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value) try {
  BACKLERP_RETURN_IF_ERROR(rt::CheckOption(__func__, opt, rt::kSysParamCount));
  BACKLERP_RETURN_IF_ERROR(rt::CheckValue(__func__, opt, value));
  rt::process_params[opt] = value;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t* value) try {
  BACKLERP_RETURN_IF_NULL(value);
  BACKLERP_RETURN_IF_ERROR(rt::CheckOption(__func__, opt, rt::kSysParamCount));
  *value = rt::process_params[opt];
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value) try {
  BACKLERP_RETURN_IF_ERROR(
      rt::CheckOption(__func__, opt, rt::kContextParamCount));
  BACKLERP_RETURN_IF_ERROR(rt::CheckValue(__func__, opt, value));
  const auto context = rt::CurrentContext();
  if (context == nullptr) return rt::NoContext(__func__);
  context->SetSysParam(opt, value);
  rt::process_params[opt] = value;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value) try {
  BACKLERP_RETURN_IF_NULL(value);
  BACKLERP_RETURN_IF_ERROR(
      rt::CheckOption(__func__, opt, rt::kContextParamCount));
  const auto context = rt::CurrentContext();
  if (context == nullptr) return rt::NoContext(__func__);
  const auto set = context->GetSysParam(opt);
  if (!set) {
    return rt::RejectText(ACL_ERROR_RT_SYSPARAMOPT_NOT_SET, __func__, "opt",
                          "not set in this context",
                          "one that aclrtCtxSetSysParamOpt set");
  }
  *value = *set;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}
