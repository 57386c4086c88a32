// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "op/band_table.h"

#include <algorithm>

namespace backlerp {

template <typename Weight>
BandTable<Weight> ForwardBands(const Axis& axis, Coordinates coordinates) {
  const TapRule<Weight> rule(axis, coordinates);
  BandTable<Weight> table;
  table.identity = rule.identity();
  table.bands.reserve(axis.out);
  table.weights.reserve(2 * axis.out);
  for (int64_t x = 0; x < axis.out; ++x) {
    const Tap<Weight> tap = rule.At(x);
    const auto first = static_cast<int64_t>(table.weights.size());
    table.bands.push_back({tap.i0, tap.two ? 2 : 1, first});
    table.weights.push_back(tap.w0);
    if (tap.two) table.weights.push_back(tap.w1);
    table.max_count = std::max(table.max_count, table.bands.back().count);
  }
  return table;
}

// Outputs whose first tap is j follow each other: a run. Band j is the second
// taps of run j - 1 and then the first ones of run j.
template <typename Weight>
BandTable<Weight> BackwardBands(const Axis& axis, Coordinates coordinates) {
  const TapRule<Weight> rule(axis, coordinates);
  BandTable<Weight> table;
  table.identity = rule.identity();
  table.bands.resize(axis.in);
  table.weights.resize(2 * axis.out);
  Weight* const weights = table.weights.data();
  int64_t total = 0;
  int64_t run_begin = 0;  // of the run before
  int64_t x = 0;
  for (int64_t j = 0; j < axis.in; ++j) {
    const int64_t first = total;
    int64_t begin = x;
    for (int64_t y = run_begin; y < x; ++y) {
      const Tap<Weight> tap = rule.At(y);
      if (!tap.two) break;  // nor has any behind it
      weights[total++] = tap.w1;
      begin = run_begin;
    }
    run_begin = x;
    for (; x < axis.out; ++x) {
      const Tap<Weight> tap = rule.At(x);
      if (tap.i0 != j) break;
      weights[total++] = tap.w0;
    }
    // An empty band stands at the end of its predecessor.
    table.bands[j] = {begin, total - first, first};
    table.max_count = std::max(table.max_count, total - first);
  }
  table.weights.resize(total);
  return table;
}

template BandTable<float> ForwardBands(const Axis&, Coordinates);
template BandTable<double> ForwardBands(const Axis&, Coordinates);
template BandTable<float> BackwardBands(const Axis&, Coordinates);
template BandTable<double> BackwardBands(const Axis&, Coordinates);

}  // namespace backlerp
