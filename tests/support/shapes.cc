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
      {"fpn-50-100", kModel, 2, 256, 50, 50, 100, 100, false},
      {"pspnet-1-60", kModel, 2, 512, 1, 1, 60, 60, true},
      {"pspnet-2-60", kModel, 2, 512, 2, 2, 60, 60, true},
      {"pspnet-3-60", kModel, 2, 512, 3, 3, 60, 60, true},
      {"pspnet-6-60", kModel, 2, 512, 6, 6, 60, 60, true},
      {"cityscapes-16x32-512x1024", kModel, 2, 19, 16, 32, 512, 1024, false},
      {"super-resolution-512-1024", kModel, 1, 3, 512, 512, 1024, 1024, false},
      {"shrink-512-224", kModel, 8, 3, 512, 512, 224, 224, false},
      {"shrink-128-64", kModel, 4, 64, 128, 128, 64, 64, false},
      {"odd-463x479-1153x1257", kModel, 8, 16, 463, 479, 1153, 1257, false},
      {"double-64-128", kModel, 4, 256, 64, 64, 128, 128, false},
      {"double-128-256", kModel, 2, 128, 128, 128, 256, 256, false},
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

// Models again: the image sizes are those of NamedShapes().
const std::vector<Shape>& MoreModelShapes() {
  static const std::vector<Shape> shapes = {
      {"double-64-128-c3", kModel, 16, 3, 64, 64, 128, 128, false},
      {"double-128-256-c3", kModel, 16, 3, 128, 128, 256, 256, false},
      {"double-256-512-c3", kModel, 8, 3, 256, 256, 512, 512, false},
      {"double-512-1024", kModel, 1, 32, 512, 512, 1024, 1024, false},
      {"deeplab-65-513-c19", kModel, 2, 19, 65, 65, 513, 513, true},
      {"upernet-128-512", kModel, 1, 150, 128, 128, 512, 512, false},
  };
  return shapes;
}

// Images that double, of 2^14 to 2^30 elements in the larger one; then batches
// of tiny images, and one of usual images to hold them against.
std::vector<Shape> SeriesShapes() {
  std::vector<Shape> shapes;
  for (int exponent = 14; exponent <= 30; exponent += 2) {
    const int64_t out = int64_t{1} << (exponent / 2);
    shapes.push_back({fmt::format("elements-2^{}", exponent),
                      ShapeKind::kSeries, 1, 1, out / 2, out / 2, out, out,
                      false});
  }
  constexpr auto kSeries = ShapeKind::kSeries;
  shapes.push_back(
      {"planes-1x64-1024", kSeries, 1, 64, 512, 512, 1024, 1024, false});
  shapes.push_back({"planes-768x64-6", kSeries, 768, 64, 3, 3, 6, 6, false});
  shapes.push_back(
      {"planes-100000x1-4", kSeries, 100000, 1, 2, 2, 4, 4, false});
  return shapes;
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

const std::vector<Shape>& MeasuredShapes() {
  static const std::vector<Shape> shapes = [] {
    std::vector<Shape> all;
    for (const Shape& shape : NamedShapes()) {
      if (shape.kind == kModel || shape.name == "sample-3x3-6x6") {
        all.push_back(shape);
      }
    }
    const std::vector<Shape>& more = MoreModelShapes();
    all.insert(all.end(), more.begin(), more.end());
    const std::vector<Shape> series = SeriesShapes();
    all.insert(all.end(), series.begin(), series.end());
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
