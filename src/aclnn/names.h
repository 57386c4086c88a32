// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Values as they stand in messages.

#ifndef BACKLERP_SRC_ACLNN_NAMES_H_
#define BACKLERP_SRC_ACLNN_NAMES_H_

#include <cstdint>
#include <span>
#include <string>

#include "acl/acl_base.h"

namespace backlerp::aclnn {

std::string NameOf(aclDataType dtype);  // "ACL_FLOAT", "aclDataType 99"
std::string NameOf(aclFormat format);   // "ACL_FORMAT_NCHW", "aclFormat 99"
std::string ToText(std::span<const int64_t> values);  // "[1, 2, 3]"

}  // namespace backlerp::aclnn

#endif  // BACKLERP_SRC_ACLNN_NAMES_H_
