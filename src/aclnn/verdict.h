// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What a check answers, and the wording of every refusal: a message names the
// argument, what was given and what was expected. The C boundary puts the
// function's name in front.

#ifndef BACKLERP_SRC_ACLNN_VERDICT_H_
#define BACKLERP_SRC_ACLNN_VERDICT_H_

#include <string>
#include <string_view>

#include "aclnn/acl_meta.h"
#include "opdev/op_errno.h"

namespace backlerp::aclnn {

struct [[nodiscard]] Verdict {
  aclnnStatus code = ACLNN_SUCCESS;
  std::string message;

  bool ok() const { return code == ACLNN_SUCCESS; }
};

// "gradOut: is null, expected a value"
Verdict IsNull(std::string_view argument,
               aclnnStatus code = ACLNN_ERR_PARAM_NULLPTR);

// "gradOut: is no live handle, expected an aclTensor"
Verdict IsNotLive(std::string_view argument, std::string_view type,
                  aclnnStatus code);

// "gradOut: rank is 2, expected 4"
Verdict Unexpected(std::string_view argument, std::string_view property,
                   std::string_view given, std::string_view expected,
                   aclnnStatus code = ACLNN_ERR_PARAM_INVALID);

}  // namespace backlerp::aclnn

#define BACKLERP_RETURN_IF_FAILED(expression)                   \
  do {                                                          \
    ::backlerp::aclnn::Verdict backlerp_verdict = (expression); \
    if (!backlerp_verdict.ok()) return backlerp_verdict;        \
  } while (false)

#endif  // BACKLERP_SRC_ACLNN_VERDICT_H_
