// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// A band table in the form of the kernel that spreads a row: no column of the
// result has more than one tap, as in the gradient of an image that shrank to
// half its size or less.

#ifndef BACKLERP_SRC_OP_SPREAD_TABLE_H_
#define BACKLERP_SRC_OP_SPREAD_TABLE_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "op/band_table.h"
#include "op/lane_table.h"

namespace backlerp {

// Whether a row can be spread: then any so many entries that follow each other
// (LaneTable) read from a window of as many values, where a column's entries
// are no more than that.
template <typename Weight>
bool CanSpread(const BandTable<Weight>& bands) {
  if (bands.max_count > 1) return false;
  const std::vector<Band>& all = bands.bands;
  return std::adjacent_find(all.begin(), all.end(),
                            [](const Band& a, const Band& b) {
                              return b.begin > a.begin + 1;
                            }) == all.end();
}

// Entry e = j * channels + c, as in a LaneTable, is source[window[e / lanes] +
// place[e]] times weight[e]. Where it has no tap its weight is -0, and its
// place any. Behind the last entry there are kPadding more without a tap.
template <typename Weight>
struct SpreadTable {
  using Index = typename LaneTable<Weight>::Index;
  static constexpr int64_t kPadding = LaneTable<Weight>::kPadding;

  std::vector<Index> window;
  std::vector<Index> place;  // less than `lanes`
  std::vector<Weight> weight;
};

// Of a table that can be spread, for more lanes than channels.
template <typename Weight>
SpreadTable<Weight> MakeSpreadTable(const BandTable<Weight>& bands,
                                    int64_t channels, int64_t lanes) {
  using Table = SpreadTable<Weight>;
  using Index = typename Table::Index;
  constexpr int64_t kNone = std::numeric_limits<int64_t>::max();
  const int64_t entries = static_cast<int64_t>(bands.bands.size()) * channels;
  Table table;
  table.window.reserve((entries + lanes - 1) / lanes);
  table.place.resize(entries + Table::kPadding);
  table.weight.assign(entries + Table::kPadding, Weight{-0.0});
  const auto band = [&](int64_t e) -> const Band& {
    return bands.bands[e / channels];
  };
  const auto place = [&](int64_t e) {
    return band(e).begin * channels + e % channels;
  };
  for (int64_t first = 0; first < entries; first += lanes) {
    const int64_t end = std::min(first + lanes, entries);
    int64_t window = kNone;
    for (int64_t e = first; e < end; ++e) {
      if (band(e).count > 0) window = std::min(window, place(e));
    }
    // Without a tap nothing of it is used, but it is read.
    table.window.push_back(static_cast<Index>(window == kNone ? 0 : window));
    for (int64_t e = first; e < end; ++e) {
      if (band(e).count == 0) continue;
      table.place[e] = static_cast<Index>(place(e) - window);
      table.weight[e] = *bands.WeightsOf(band(e));
    }
  }
  return table;
}

}  // namespace backlerp

#endif  // BACKLERP_SRC_OP_SPREAD_TABLE_H_
