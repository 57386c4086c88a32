// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/campaign/draw_layout.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "tests/support/plan_run.h"

namespace backlerp::test {
namespace {

using Dims = std::array<int64_t, 4>;

std::array<int64_t*, 4> StridesOf(Layout* layout) {
  return {&layout->strides.n, &layout->strides.c, &layout->strides.h,
          &layout->strides.w};
}

// A view of some channels in the middle of more.
Layout ChannelView(const Dims& dims, Chooser* chooser) {
  const auto [n, c, h, w] = dims;
  const int64_t channels = c + chooser->Between(1, 9);
  return {dims,
          {h * w * channels, 1, w * channels, channels},
          chooser->Between(0, channels - c)};
}

// The axes nested in any order, with gaps.
Layout Spaced(const Dims& dims, Chooser* chooser) {
  std::array<size_t, 4> order = {3, 2, 1, 0};
  for (size_t i = 3; i > 0; --i) {
    const int64_t other = chooser->Between(0, static_cast<int64_t>(i));
    std::swap(order[i], order[static_cast<size_t>(other)]);
  }
  Layout layout = {dims, {}, chooser->Between(0, 7)};
  const auto strides = StridesOf(&layout);
  int64_t step = chooser->Between(1, 3);
  for (const size_t axis : order) {
    *strides[axis] = step;
    step = step * dims[axis] + chooser->Between(0, 3);
  }
  return layout;
}

// Some axes run backwards from the far end.
Layout Mirrored(Layout layout, Chooser* chooser) {
  const auto strides = StridesOf(&layout);
  for (size_t axis = 0; axis < 4; ++axis) {
    if (!chooser->OneIn(2)) continue;
    layout.offset += *strides[axis] * (layout.dims[axis] - 1);
    *strides[axis] = -*strides[axis];
  }
  return layout;
}

Layout Broadcast(const Dims& dims, Chooser* chooser) {
  Layout layout = PackedNchwLayout(dims);
  for (int64_t* stride : StridesOf(&layout)) {
    if (chooser->OneIn(2)) *stride = 0;
  }
  return layout;
}

DrawnLayout DrawLayout(const Dims& dims, bool to_read, Chooser* chooser) {
  switch (chooser->Between(0, to_read ? 7 : 6)) {
    case 0:
    case 1:
      return {"packed_nchw", PackedNchwLayout(dims)};
    case 2:
      return {"packed_nhwc", PackedNhwcLayout(dims)};
    case 3:
      return {"channel_view", ChannelView(dims, chooser)};
    case 4:
      return {"spaced", Spaced(dims, chooser)};
    case 5:
      return {"mirrored", Mirrored(PackedNchwLayout(dims), chooser)};
    case 6:
      return {"mirrored_spaced", Mirrored(Spaced(dims, chooser), chooser)};
    default:
      return {"broadcast", Broadcast(dims, chooser)};
  }
}

}  // namespace

void DrawLayouts(Chooser* chooser, Drawn* drawn) {
  Problem& problem = drawn->problem;
  const Dims src = SrcDims(problem);
  const Dims dst = DstDims(problem);
  switch (chooser->Between(0, 3)) {
    case 0:  // the two that most kernels are made for
      drawn->src = {"packed_nchw", PackedNchwLayout(src)};
      drawn->dst = {"packed_nchw", PackedNchwLayout(dst)};
      break;
    case 1:
      drawn->src = {"packed_nhwc", PackedNhwcLayout(src)};
      drawn->dst = {"packed_nhwc", PackedNhwcLayout(dst)};
      break;
    default:
      drawn->src = DrawLayout(src, /*to_read=*/true, chooser);
      drawn->dst = DrawLayout(dst, /*to_read=*/false, chooser);
  }
  SetSrcStrides(drawn->src.layout.strides, &problem);
  SetDstStrides(drawn->dst.layout.strides, &problem);
}

}  // namespace backlerp::test
