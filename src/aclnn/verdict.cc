// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "aclnn/verdict.h"

#include "fmt/core.h"

namespace backlerp::aclnn {

Verdict IsNull(std::string_view argument, aclnnStatus code) {
  return {code, fmt::format("{}: is null, expected a value", argument)};
}

Verdict IsNotLive(std::string_view argument, std::string_view type,
                  aclnnStatus code) {
  return {code,
          fmt::format("{}: is no live handle, expected an {}", argument, type)};
}

Verdict Unexpected(std::string_view argument, std::string_view property,
                   std::string_view given, std::string_view expected,
                   aclnnStatus code) {
  return {code, fmt::format("{}: {} is {}, expected {}", argument, property,
                            given, expected)};
}

}  // namespace backlerp::aclnn
