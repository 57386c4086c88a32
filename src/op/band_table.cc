// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "op/band_table.h"

#include <algorithm>

namespace backlerp {
namespace {

// Turns counts into places in the weight array.
void PlaceWeights(std::vector<Band>* bands, int64_t* total,
                  int64_t* max_count) {
  for (Band& band : *bands) {
    band.first_weight = *total;
    *total += band.count;
    *max_count = std::max(*max_count, band.count);
  }
}

// Calls visit(band index, x, weight) for every non-zero place of U, x
// ascending.
template <typename Weight, typename Visit>
void VisitTaps(const TapRule<Weight>& rule, int64_t out, Visit visit) {
  for (int64_t x = 0; x < out; ++x) {
    const Tap<Weight> tap = rule.At(x);
    visit(tap.i0, x, tap.w0);
    if (tap.two) visit(tap.i0 + 1, x, tap.w1);
  }
}

}  // namespace

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

template <typename Weight>
BandTable<Weight> BackwardBands(const Axis& axis, Coordinates coordinates) {
  const TapRule<Weight> rule(axis, coordinates);
  BandTable<Weight> table;
  table.identity = rule.identity();
  table.bands.resize(axis.in);
  VisitTaps(rule, axis.out, [&](int64_t j, int64_t x, Weight) {
    if (table.bands[j].count++ == 0) table.bands[j].begin = x;
  });
  // An empty band stands at the end of its predecessor.
  for (int64_t j = 1; j < axis.in; ++j) {
    Band& band = table.bands[j];
    if (band.count == 0) band.begin = table.bands[j - 1].end();
  }
  int64_t total = 0;
  PlaceWeights(&table.bands, &total, &table.max_count);
  table.weights.resize(total);
  VisitTaps(rule, axis.out, [&](int64_t j, int64_t x, Weight weight) {
    const Band& band = table.bands[j];
    table.weights[band.first_weight + (x - band.begin)] = weight;
  });
  return table;
}

template BandTable<float> ForwardBands(const Axis&, Coordinates);
template BandTable<double> ForwardBands(const Axis&, Coordinates);
template BandTable<float> BackwardBands(const Axis&, Coordinates);
template BandTable<double> BackwardBands(const Axis&, Coordinates);

}  // namespace backlerp
