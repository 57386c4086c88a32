// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// aclnnInit and its like.

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "aclnn/boundary.h"

aclnnStatus aclnnInit(const char* /*configPath*/) { return ACLNN_SUCCESS; }

aclnnStatus aclnnFinalize() { return ACLNN_SUCCESS; }

aclnnStatus aclDumpOpTensors(const char* /*opType*/, const char* /*opName*/,
                             aclTensor** /*tensors*/, size_t /*inputTensorNum*/,
                             size_t /*outputTensorNum*/,
                             aclrtStream /*stream*/) {
  return backlerp::aclnn::Guarded("aclDumpOpTensors", [] {
    return backlerp::aclnn::Verdict{ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                                    "dumping tensors is not supported"};
  });
}
