// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/plane.h"

#include "cli/element_type.h"
#include "cli/failure.h"
#include "fmt/core.h"
#include "fmt/ranges.h"

namespace backlerp::cli {
namespace {

// Puts the axes into the order [..., H, W].
TensorView ImagesLast(TensorView view, bool nhwc) {
  if (!nhwc || view.shape.size() != 4) return view;
  view.shape = {view.shape[0], view.shape[3], view.shape[1], view.shape[2]};
  view.strides = {view.strides[0], view.strides[3], view.strides[1],
                  view.strides[2]};
  return view;
}

}  // namespace

std::vector<int64_t> PlaneOf(std::span<const int64_t> place, bool nhwc) {
  if (place.size() < 2) return {};
  if (nhwc && place.size() == 4) return {place[0], place[3]};
  return {place.begin(), place.end() - 2};
}

Plane ReadPlane(const InputTensor& tensor, bool nhwc,
                std::span<const int64_t> place) {
  const TensorView view = ImagesLast(tensor.view(), nhwc);
  if (view.shape.size() < 2 || tensor.elements() == 0) {
    FailBadInput(tensor.name(), "has no plane to draw");
  }
  const size_t leading = view.shape.size() - 2;
  if (!place.empty() && place.size() != leading) {
    FailBadInput("--plane", fmt::format("is \"{}\", expected {} numbers",
                                        fmt::join(place, ","), leading));
  }
  int64_t offset = 0;
  for (size_t axis = 0; axis < place.size(); ++axis) {
    if (place[axis] >= view.shape[axis]) {
      FailBadInput("--plane",
                   fmt::format("is \"{}\", but that axis has the "
                               "size {}",
                               fmt::join(place, ","), view.shape[axis]));
    }
    offset += place[axis] * view.strides[axis];
  }
  Plane plane;
  plane.h = view.shape[leading];
  plane.w = view.shape[leading + 1];
  plane.values.resize(static_cast<size_t>(plane.h * plane.w));
  const auto bytes = static_cast<int64_t>(SizeOf(view.dtype));
  for (int64_t y = 0; y < plane.h; ++y) {
    LoadRow(view.dtype,
            view.data + (offset + y * view.strides[leading]) * bytes,
            view.strides[leading + 1],
            std::span(plane.values.data() + y * plane.w,
                      static_cast<size_t>(plane.w)));
  }
  return plane;
}

}  // namespace backlerp::cli
