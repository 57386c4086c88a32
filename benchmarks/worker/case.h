// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_BENCHMARKS_WORKER_CASE_H_
#define BACKLERP_BENCHMARKS_WORKER_CASE_H_

#include <array>
#include <cstdint>
#include <string>

#include "backlerp/problem.h"

namespace backlerp::bench {

// A packed tensor of n x c images of h x w.
struct Tensor {
  DataType dtype = DataType::kFloat32;
  bool nhwc = false;
  int64_t n = 1;
  int64_t c = 1;
  int64_t h = 1;
  int64_t w = 1;

  int64_t elements() const { return n * c * h * w; }
  size_t bytes() const;
  // The sizes in the order in which they lie in memory.
  std::array<int64_t, 4> dims() const;
  // Where element `index`, counted in N, C, H, W order, lies.
  int64_t Position(int64_t index) const;
};

// What is to be measured.
struct Case {
  Tensor in;   // the image, or its gradient
  Tensor out;  // the upsampled image, or its gradient
  bool align_corners = false;
  bool forward = false;
  int threads = 1;
  // How many pairs of tensors take turns, so that none of them is still in a
  // cache when its turn comes again.
  int sets = 1;
  // Whether a call may reuse what earlier calls have prepared.
  bool reuse = false;

  const Tensor& src() const { return forward ? in : out; }
  const Tensor& dst() const { return forward ? out : in; }
};

// From "n=1 c=64 ... dtype=bf16 layout=nhwc direction=backward ...". Throws
// std::invalid_argument that names the field.
Case ParseCase(const std::string& line);

}  // namespace backlerp::bench

#endif  // BACKLERP_BENCHMARKS_WORKER_CASE_H_
