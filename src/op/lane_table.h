// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// A band table in the form of kernels whose lanes are columns of the result.

#ifndef BACKLERP_SRC_OP_LANE_TABLE_H_
#define BACKLERP_SRC_OP_LANE_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "op/band_table.h"

namespace backlerp {

// Entry e = j * channels + c stands for channel c of result index j, in a row
// whose channels stand next to each other. It sums
//   source[begin[e] + k * channels] * weights[k * entries + e]
// for k in 0 .. count[e]-1; entry `begin` too counts channels. Behind the last
// entry there are kPadding more, with count 0.
template <typename Weight>
struct LaneTable {
  // Of the size of a weight, so that they share vectors.
  using Index = std::conditional_t<sizeof(Weight) == 8, int64_t, int32_t>;
  static constexpr int64_t kPadding = 64;  // lanes of a 2048-bit vector

  std::vector<Index> begin;
  std::vector<Index> count;
  std::vector<Weight> weights;
  int64_t entries = 0;  // padding included
};

template <typename Weight>
LaneTable<Weight> MakeLaneTable(const BandTable<Weight>& bands,
                                int64_t channels) {
  LaneTable<Weight> table;
  using Index = typename LaneTable<Weight>::Index;
  const auto columns = static_cast<int64_t>(bands.bands.size());
  table.entries = columns * channels + LaneTable<Weight>::kPadding;
  table.begin.resize(table.entries);
  table.count.resize(table.entries);
  table.weights.resize(table.entries * bands.max_count);
  int64_t e = 0;
  for (const Band& band : bands.bands) {
    const Weight* weights = bands.WeightsOf(band);
    for (int64_t c = 0; c < channels; ++c, ++e) {
      table.begin[e] = static_cast<Index>(band.begin * channels + c);
      table.count[e] = static_cast<Index>(band.count);
      for (int64_t k = 0; k < band.count; ++k) {
        table.weights[k * table.entries + e] = weights[k];
      }
    }
  }
  return table;
}

}  // namespace backlerp

#endif  // BACKLERP_SRC_OP_LANE_TABLE_H_
