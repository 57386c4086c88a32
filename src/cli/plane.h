// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_PLANE_H_
#define BACKLERP_SRC_CLI_PLANE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "cli/tensor_file.h"

namespace backlerp::cli {

// One image of one channel, rows packed.
struct Plane {
  int64_t h = 0;
  int64_t w = 0;
  std::vector<double> values;

  double at(int64_t y, int64_t x) const { return values[y * w + x]; }
};

// The plane that an element at `place` of a tensor is in: what ReadPlane takes.
// `place` indexes the axes as they are in the file; with fewer than two of them
// there is no plane, and the result is empty.
std::vector<int64_t> PlaneOf(std::span<const int64_t> place, bool nhwc);

// The image at `place`, which indexes the axes before the last two, or n and c
// where `nhwc` and there are four axes; empty: the first. Failure, kBadInput,
// where there is no such plane.
Plane ReadPlane(const InputTensor& tensor, bool nhwc,
                std::span<const int64_t> place);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_PLANE_H_
