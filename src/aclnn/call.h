// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// An operator's arguments as plain data: what stands between the handles of the
// C API and the checks.

#ifndef BACKLERP_SRC_ACLNN_CALL_H_
#define BACKLERP_SRC_ACLNN_CALL_H_

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "aclnn/handles.h"

namespace backlerp::aclnn {

// `name` is the argument's name in the operator's header.
struct TensorArgument {
  const char* name;
  const aclTensor* handle;
  std::shared_ptr<Tensor> tensor = nullptr;  // from here on: set by Resolve
  Description description = {};

  const std::vector<int64_t>& dims() const { return description.view_dims; }
  int64_t dim(int i) const { return dims()[static_cast<size_t>(i)]; }
};

struct IntArrayArgument {
  const char* name;
  const aclIntArray* handle;
  std::vector<int64_t> values = {};  // set by Resolve

  int64_t operator[](int i) const { return values[static_cast<size_t>(i)]; }
};

// Where the image's axes stand among a tensor's four dimensions.
struct Axes {
  int n, c, h, w;
};
// Every format that is not NHWC is taken for NCHW, until a check refuses it.
inline Axes AxesOf(aclFormat format) {
  return format == ACL_FORMAT_NHWC ? Axes{0, 3, 1, 2} : Axes{0, 1, 2, 3};
}

struct Sizes {
  int64_t n = 0, c = 0;
  int64_t in_h = 0, in_w = 0;
  int64_t out_h = 0, out_w = 0;

  bool same_image() const { return in_h == out_h && in_w == out_w; }
};

// One call of phase 1. The gradient operators read gradOut (src) and write the
// image's gradient (dst), the forward operator reads self and writes out.
struct Call {
  TensorArgument src;
  TensorArgument dst;
  IntArrayArgument output_size;
  IntArrayArgument input_size;  // the gradient operators' only
  bool align_corners;
  double scale_h;
  double scale_w;
  Sizes sizes = {};  // set by the operator's checks
};

}  // namespace backlerp::aclnn

#endif  // BACKLERP_SRC_ACLNN_CALL_H_
