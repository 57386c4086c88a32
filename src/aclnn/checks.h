// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The rules of the operators' first phase, one function each. An operator's
// file lists them in its order; each answers ok or the refusal to report.

#ifndef BACKLERP_SRC_ACLNN_CHECKS_H_
#define BACKLERP_SRC_ACLNN_CHECKS_H_

#include <array>
#include <cstdint>

#include "aclnn/call.h"

namespace backlerp::aclnn {

// Looks the handle up and takes a copy of what it describes.
Verdict Resolve(TensorArgument* tensor,
                aclnnStatus null_code = ACLNN_ERR_PARAM_NULLPTR);
Verdict Resolve(IntArrayArgument* array,
                aclnnStatus null_code = ACLNN_ERR_PARAM_NULLPTR);

Verdict RequireRank4(const TensorArgument& tensor);
Verdict RequireLength(const IntArrayArgument& array, size_t length);

// ACL_FORMAT_NCHW or ACL_FORMAT_NHWC.
Verdict RequireImageFormat(const TensorArgument& tensor);
Verdict RequireSameFormat(const TensorArgument& tensor,
                          const TensorArgument& model);

// ACL_FLOAT, ACL_FLOAT16 or, if `bf16`, ACL_BF16.
Verdict RequireDtype(const TensorArgument& tensor, bool bf16);
Verdict RequireSameDtype(const TensorArgument& tensor,
                         const TensorArgument& model);

// The gradient operators' sizes: N, C, in_h and in_w from inputSize, out_h and
// out_w from outputSize, roles by `format`. The lengths must have been checked.
Sizes SizesOf(const IntArrayArgument& input_size,
              const IntArrayArgument& output_size, aclFormat format);
// inputSize's and outputSize's H and W.
Verdict RequirePositive(const Call& call);

// A shape in the order of the tensor's format, by the call's sizes. `source`
// names, for the message, the arguments that the shape comes from.
Verdict RequireShape(const TensorArgument& tensor, int64_t n, int64_t c,
                     int64_t h, int64_t w, const char* source);

Verdict RequireNotNegative(const char* scale_name, double scale);

// The documented limits: dimensions, rows, bytes.
Verdict RequireLimits(const Call& call);

// Each element of the output has an address of its own.
Verdict RequireDistinctElements(const TensorArgument& tensor);

}  // namespace backlerp::aclnn

#endif  // BACKLERP_SRC_ACLNN_CHECKS_H_
