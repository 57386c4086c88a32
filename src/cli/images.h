// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_IMAGES_H_
#define BACKLERP_SRC_CLI_IMAGES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backlerp/problem.h"
#include "cli/tensor_file.h"

namespace backlerp::cli {

// A tensor of n x c images, whatever the order of its axes.
struct Images {
  const std::byte* data = nullptr;
  int64_t n = 0;
  int64_t c = 0;
  int64_t h = 0;
  int64_t w = 0;
  Strides strides;
};

// `tensor` must have four axes; Failure, kBadInput, unless it has.
Images ImagesOf(const InputTensor& tensor, bool nhwc);

// Strides of c x h x w elements in the order of axes, which 64 bits
// must be able to count.
Strides PackedStrides(int64_t c, int64_t h, int64_t w, bool nhwc);

// The shape in the file's order of axes.
std::vector<int64_t> ShapeOf(int64_t n, int64_t c, int64_t h, int64_t w,
                             bool nhwc);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_IMAGES_H_
