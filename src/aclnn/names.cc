// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "aclnn/names.h"

#include "fmt/core.h"
#include "fmt/ranges.h"

namespace backlerp::aclnn {
namespace {

template <typename Enum>
struct Name {
  Enum value;
  const char* name;
};

#define BACKLERP_NAME(value) \
  { value, #value }

constexpr Name<aclDataType> kDtypeNames[] = {
    BACKLERP_NAME(ACL_DT_UNDEFINED), BACKLERP_NAME(ACL_FLOAT),
    BACKLERP_NAME(ACL_FLOAT16),      BACKLERP_NAME(ACL_INT8),
    BACKLERP_NAME(ACL_INT32),        BACKLERP_NAME(ACL_UINT8),
    BACKLERP_NAME(ACL_INT16),        BACKLERP_NAME(ACL_UINT16),
    BACKLERP_NAME(ACL_UINT32),       BACKLERP_NAME(ACL_INT64),
    BACKLERP_NAME(ACL_UINT64),       BACKLERP_NAME(ACL_DOUBLE),
    BACKLERP_NAME(ACL_BOOL),         BACKLERP_NAME(ACL_STRING),
    BACKLERP_NAME(ACL_COMPLEX64),    BACKLERP_NAME(ACL_COMPLEX128),
    BACKLERP_NAME(ACL_BF16),
};

constexpr Name<aclFormat> kFormatNames[] = {
    BACKLERP_NAME(ACL_FORMAT_UNDEFINED),  BACKLERP_NAME(ACL_FORMAT_NCHW),
    BACKLERP_NAME(ACL_FORMAT_NHWC),       BACKLERP_NAME(ACL_FORMAT_ND),
    BACKLERP_NAME(ACL_FORMAT_NC1HWC0),    BACKLERP_NAME(ACL_FORMAT_FRACTAL_Z),
    BACKLERP_NAME(ACL_FORMAT_HWCN),       BACKLERP_NAME(ACL_FORMAT_NDHWC),
    BACKLERP_NAME(ACL_FORMAT_FRACTAL_NZ), BACKLERP_NAME(ACL_FORMAT_NCDHW),
    BACKLERP_NAME(ACL_FORMAT_NCL),
};

#undef BACKLERP_NAME

// The rarer values go by their number.
template <typename Enum, size_t kCount>
std::string Lookup(const Name<Enum> (&names)[kCount], const char* type,
                   Enum value) {
  for (const Name<Enum>& entry : names) {
    if (entry.value == value) return entry.name;
  }
  return fmt::format("{} {}", type, static_cast<int>(value));
}

}  // namespace

std::string NameOf(aclDataType dtype) {
  return Lookup(kDtypeNames, "aclDataType", dtype);
}

std::string NameOf(aclFormat format) {
  return Lookup(kFormatNames, "aclFormat", format);
}

std::string ToText(std::span<const int64_t> values) {
  return fmt::format("[{}]", fmt::join(values, ", "));
}

}  // namespace backlerp::aclnn
