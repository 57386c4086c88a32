// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_PROBLEM_H_
#define BACKLERP_PROBLEM_H_

#include <cstddef>
#include <cstdint>

#include "backlerp/export.h"

namespace backlerp {

// Bilinear 2-D upsampling U maps an image of in_h x in_w to out_h x out_w.
enum class Direction {
  kBackward,  // grad_out [n, c, out_h, out_w] -> grad_in [n, c, in_h, in_w]
  kForward,   // src [n, c, in_h, in_w] -> dst [n, c, out_h, out_w]
};

enum class DataType { kFloat32, kFloat16, kBFloat16, kFloat64 };

// The precision in which coordinates and weights are computed. Float32 is
// PyTorch's and the NPU's rule; float64 gives the formula's own value (weights
// are rounded to float32 at the end). Problems of DataType::kFloat64 always
// use float64. docs/numerics.md has both rules.
enum class Coordinates { kFloat32, kFloat64 };

// Distances between neighbours along each axis, in elements. Any value is
// legal for the tensor that is read, 0 (broadcast) and negative ones included;
// two elements of the tensor that is written must not share an address.
struct Strides {
  int64_t n = 0;
  int64_t c = 0;
  int64_t h = 0;
  int64_t w = 0;

  bool operator==(const Strides&) const = default;
};

// What is to be computed; plain data without pointers. Sizes are counted in
// elements. n and c may be 0 (nothing is then read or written), the four image
// sizes must be positive.
struct Problem {
  Direction direction = Direction::kBackward;
  DataType dtype = DataType::kFloat32;

  int64_t n = 1;
  int64_t c = 1;
  int64_t in_h = 1;
  int64_t in_w = 1;
  int64_t out_h = 1;
  int64_t out_w = 1;

  bool align_corners = false;
  // The factor from in to out of each axis, as PyTorch's `scales`: used as it
  // is where it is > 0 and not align_corners; otherwise (0, negative, NaN) the
  // sizes decide. It need not reproduce the output size.
  double scale_h = 0;
  double scale_w = 0;
  Coordinates coordinates = Coordinates::kFloat32;

  Strides in_strides;   // of the in_h x in_w tensor (src or grad_in)
  Strides out_strides;  // of the out_h x out_w tensor (dst or grad_out)
};

// Strides of a packed tensor of n x c images of h x w in the two usual orders.
BACKLERP_API Strides PackedNchw(int64_t c, int64_t h, int64_t w);
BACKLERP_API Strides PackedNhwc(int64_t c, int64_t h, int64_t w);

// Bytes of one element, and the name as it stands in messages ("float32").
BACKLERP_API size_t SizeOf(DataType dtype);
BACKLERP_API const char* NameOf(DataType dtype);

}  // namespace backlerp

#endif  // BACKLERP_PROBLEM_H_
