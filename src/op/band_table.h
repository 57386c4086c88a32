// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// One axis of the operator in the form that kernels run on: for every index of
// the result, the contiguous band of source indices that it sums, and their
// weights. U and its transpose both have this form, so that the same kernels
// serve the forward operator and the gradient.

#ifndef BACKLERP_SRC_OP_BAND_TABLE_H_
#define BACKLERP_SRC_OP_BAND_TABLE_H_

#include <cstdint>
#include <vector>

#include "op/coordinates.h"

namespace backlerp {

// Result index j sums source[begin + k] * weights[first_weight + k] for k in
// 0 .. count-1, in this order. begin and begin + count never decrease as j
// grows, also where count is 0.
struct Band {
  int64_t begin;
  int64_t count;
  int64_t first_weight;

  int64_t end() const { return begin + count; }
};

template <typename Weight>
struct BandTable {
  std::vector<Band> bands;  // one per result index
  std::vector<Weight> weights;
  int64_t max_count = 0;
  bool identity = false;

  const Weight* WeightsOf(const Band& band) const {
    return weights.data() + band.first_weight;
  }
};

// U itself: `out` bands over `in`. A band has one or two members.
template <typename Weight>
BandTable<Weight> ForwardBands(const Axis& axis, Coordinates coordinates);

// U transposed: `in` bands over `out`. A band may be empty or span all of out;
// a source index stands in at most two bands, neighbours.
template <typename Weight>
BandTable<Weight> BackwardBands(const Axis& axis, Coordinates coordinates);

}  // namespace backlerp

#endif  // BACKLERP_SRC_OP_BAND_TABLE_H_
