// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The one list of named shapes that tests and benchmarks share.

#ifndef BACKLERP_TESTS_SUPPORT_SHAPES_H_
#define BACKLERP_TESTS_SUPPORT_SHAPES_H_

#include <cstdint>
#include <string>
#include <vector>

namespace backlerp::test {

enum class ShapeKind {
  kLanes,   // sizes around vector widths and tile borders, tiny
  kEdge,    // one wide, one high, a very long axis, many tiny planes
  kModel,   // layers of published networks at their real size: shrink n and c
            // with Shrunk() where a test only needs the geometry
  kSeries,  // for measuring how the time grows with one thing; up to GiB
};

struct Shape {
  std::string name;
  ShapeKind kind;
  int64_t n;
  int64_t c;
  int64_t in_h;
  int64_t in_w;
  int64_t out_h;
  int64_t out_w;
  bool align_corners;  // as the network uses it; tests try both
};

const std::vector<Shape>& Shapes();

// What the benchmark measures: the sample and the model shapes of the list
// above, more of these with the same images at another n and c, and the series.
const std::vector<Shape>& MeasuredShapes();

// The same images, and at most `planes` of them.
Shape Shrunk(Shape shape, int64_t planes);

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_SUPPORT_SHAPES_H_
