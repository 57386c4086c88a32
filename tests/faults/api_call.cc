// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/faults/api_call.h"

#include "opdev/op_errno.h"

namespace backlerp::test {

std::string ApiCall::Name() const {
  std::string name = function;
  if (answer != ACL_SUCCESS) name += " -> " + std::to_string(answer);
  return name;
}

bool ApiCall::MayAnswerWithoutMemory(int code) const {
  // A refusal may come without its message.
  if (code == answer && (answer != ACL_SUCCESS || survives)) return true;
  if (code == kNull) return true;
  switch (layer) {
    case Layer::kRuntime:
      return code == ACL_ERROR_RT_MEMORY_ALLOCATION ||
             code == ACL_ERROR_RT_NO_STREAM_RESOURCE;
    case Layer::kArguments:
      return code == ACLNN_ERR_INNER;
    case Layer::kPhaseOne:
      return code == ACLNN_ERR_INNER_CREATE_EXECUTOR;
    case Layer::kPhaseTwo:
      return code == ACLNN_ERR_INNER || code == ACLNN_ERR_RUNTIME_ERROR;
  }
  return false;
}

std::vector<ApiCall> AllCalls() {
  std::vector<ApiCall> all;
  for (const auto table :
       {RuntimeCalls, StreamCalls, ArgumentCalls, OperatorCalls}) {
    const std::vector<ApiCall> calls = table();
    all.insert(all.end(), calls.begin(), calls.end());
  }
  return all;
}

}  // namespace backlerp::test
