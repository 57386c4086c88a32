// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/images.h"

#include "cli/failure.h"
#include "fmt/core.h"
#include "fmt/ranges.h"

namespace backlerp::cli {

Images ImagesOf(const InputTensor& tensor, bool nhwc) {
  const TensorView& view = tensor.view();
  if (view.shape.size() != 4) {
    FailBadInput(tensor.name(),
                 fmt::format("has the shape [{}], expected four axes, {}",
                             fmt::join(view.shape, ", "),
                             nhwc ? "[N, H, W, C]" : "[N, C, H, W]"));
  }
  const size_t c = nhwc ? 3 : 1;
  const size_t h = nhwc ? 1 : 2;
  const size_t w = nhwc ? 2 : 3;
  Images images;
  images.data = view.data;
  images.n = view.shape[0];
  images.c = view.shape[c];
  images.h = view.shape[h];
  images.w = view.shape[w];
  images.strides = {view.strides[0], view.strides[c], view.strides[h],
                    view.strides[w]};
  return images;
}

Strides PackedStrides(int64_t c, int64_t h, int64_t w, bool nhwc) {
  return nhwc ? PackedNhwc(c, h, w) : PackedNchw(c, h, w);
}

std::vector<int64_t> ShapeOf(int64_t n, int64_t c, int64_t h, int64_t w,
                             bool nhwc) {
  if (nhwc) return {n, h, w, c};
  return {n, c, h, w};
}

}  // namespace backlerp::cli
