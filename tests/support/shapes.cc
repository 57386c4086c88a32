// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/shapes.h"

#include <algorithm>
#include <set>

#include "fmt/core.h"

namespace backlerp::test {
namespace {

constexpr auto kEdge = ShapeKind::kEdge;
constexpr auto kModel = ShapeKind::kModel;

const std::vector<Shape>& NamedShapes() {
  static const std::vector<Shape> shapes = {
      {"sample-3x3-6x6", kEdge, 1, 1, 3, 3, 6, 6, false},
      {"one-pixel", kEdge, 2, 3, 1, 1, 1, 1, false},
      {"onto-one-pixel", kEdge, 2, 5, 1, 1, 33, 64, false},
      {"from-one-pixel", kEdge, 2, 5, 19, 34, 1, 1, false},
      {"one-wide", kEdge, 1, 7, 40, 1, 83, 1, true},
      {"one-high", kEdge, 1, 7, 1, 40, 1, 83, false},
      {"to-one-wide", kEdge, 1, 7, 9, 17, 20, 1, true},
      {"to-one-high", kEdge, 1, 7, 9, 17, 1, 40, true},
      {"same-size", kEdge, 2, 3, 9, 17, 9, 17, false},
      {"same-height", kEdge, 2, 3, 9, 17, 9, 34, false},
      {"same-width", kEdge, 2, 3, 9, 17, 20, 17, true},
      {"wide-axis", kEdge, 1, 1, 2, 20011, 3, 50021, false},
      {"wide-axis-down", kEdge, 1, 2, 2, 50021, 3, 20011, true},
      {"high-axis", kEdge, 1, 1, 20011, 2, 50021, 3, false},
      {"long-row-onto-one", kEdge, 1, 1, 1, 1, 1, 70001, false},
      {"shrink-8x", kEdge, 1, 3, 64, 128, 8, 16, false},
      {"tiny-planes", kEdge, 37, 29, 2, 3, 4, 6, false},
      {"tiny-odd-planes", kEdge, 41, 1, 3, 5, 4, 7, true},
      {"deeplab-65-513", kModel, 2, 21, 65, 65, 513, 513, true},
      {"unet-128-512", kModel, 4, 19, 128, 128, 512, 512, false},
      {"fpn-25-50", kModel, 2, 256, 25, 25, 50, 50, false},
      {"pspnet-1-60", kModel, 2, 512, 1, 1, 60, 60, true},
      {"pspnet-2-60", kModel, 2, 512, 2, 2, 60, 60, true},
      {"pspnet-3-60", kModel, 2, 512, 3, 3, 60, 60, true},
      {"pspnet-6-60", kModel, 2, 512, 6, 6, 60, 60, true},
      {"cityscapes-16x32-512x1024", kModel, 2, 19, 16, 32, 512, 1024, false},
      {"shrink-512-224", kModel, 8, 3, 512, 512, 224, 224, false},
      {"odd-463x479-1153x1257", kModel, 8, 16, 463, 479, 1153, 1257, false},
      {"double-64-128", kModel, 4, 256, 64, 64, 128, 128, false},
      {"double-256-512", kModel, 1, 64, 256, 256, 512, 512, false},
  };
  return shapes;
}

// Widths around the lanes of 128 to 1024-bit vectors, in four ratios.
void AddLaneShapes(std::vector<Shape>* shapes) {
  for (const int64_t w : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33}) {
    const std::set<int64_t> outs = {2 * w, 3 * w + 1, w + 3,
                                    std::max<int64_t>(w / 2, 1)};
    for (const int64_t out : outs) {
      // The height differs from the width in a way that no swap hides.
      const Shape shape{fmt::format("lanes-{}-{}", w, out),
                        ShapeKind::kLanes,
                        1,
                        3,
                        w % 6 + 1,
                        w,
                        out % 9 + 2,
                        out,
                        w % 2 == 0};
      shapes->push_back(shape);
    }
  }
}

}  // namespace

const std::vector<Shape>& Shapes() {
  static const std::vector<Shape> shapes = [] {
    std::vector<Shape> all = NamedShapes();
    AddLaneShapes(&all);
    return all;
  }();
  return shapes;
}

Shape Shrunk(Shape shape, int64_t planes) {
  shape.n = std::min(shape.n, planes);
  shape.c = std::min(shape.c, std::max<int64_t>(planes / shape.n, 1));
  return shape;
}

}  // namespace backlerp::test
