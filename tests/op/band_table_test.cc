// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "op/band_table.h"

#include <map>
#include <utility>

#include "gtest/gtest.h"

namespace backlerp {
namespace {

// All places of a table, (result index, source index) -> weight.
std::map<std::pair<int64_t, int64_t>, float> PlacesOf(
    const BandTable<float>& table) {
  std::map<std::pair<int64_t, int64_t>, float> places;
  for (size_t j = 0; j < table.bands.size(); ++j) {
    const Band& band = table.bands[j];
    for (int64_t k = 0; k < band.count; ++k) {
      places[{static_cast<int64_t>(j), band.begin + k}] =
          table.WeightsOf(band)[k];
    }
  }
  return places;
}

void ExpectSound(const BandTable<float>& table, int64_t results,
                 int64_t sources) {
  ASSERT_EQ(static_cast<int64_t>(table.bands.size()), results);
  int64_t longest = 0;
  for (int64_t j = 0; j < results; ++j) {
    const Band& band = table.bands[j];
    ASSERT_GE(band.count, 0);
    ASSERT_GE(band.begin, j == 0 ? 0 : table.bands[j - 1].begin);
    ASSERT_GE(band.end(), j == 0 ? 0 : table.bands[j - 1].end());
    ASSERT_LE(band.end(), sources);
    longest = std::max(longest, band.count);
  }
  ASSERT_EQ(table.max_count, longest);
}

TEST(BandTable, BackwardIsForwardTransposed) {
  for (int64_t in = 1; in <= 20; ++in) {
    for (int64_t out = 1; out <= 20; ++out) {
      for (const bool align_corners : {false, true}) {
        for (const double scale : {0.0, 1.25, 0.2, 7.0}) {
          const Axis axis = {in, out, align_corners, scale};
          const auto forward = ForwardBands<float>(axis, Coordinates::kFloat32);
          const auto backward =
              BackwardBands<float>(axis, Coordinates::kFloat32);
          ExpectSound(forward, out, in);
          ExpectSound(backward, in, out);
          std::map<std::pair<int64_t, int64_t>, float> transposed;
          for (const auto& [place, weight] : PlacesOf(forward)) {
            transposed[{place.second, place.first}] = weight;
          }
          ASSERT_EQ(PlacesOf(backward), transposed)
              << in << " " << out << " " << align_corners << " " << scale;
        }
      }
    }
  }
}

TEST(BandTable, AnIdentityAxisIsMarked) {
  const Axis axis = {.in = 5, .out = 5};
  EXPECT_TRUE(ForwardBands<float>(axis, Coordinates::kFloat32).identity);
  EXPECT_TRUE(BackwardBands<double>(axis, Coordinates::kFloat64).identity);
  const Axis other = {.in = 5, .out = 6};
  EXPECT_FALSE(BackwardBands<float>(other, Coordinates::kFloat32).identity);
}

}  // namespace
}  // namespace backlerp
