// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// A band table in the form of kernels that shuffle bytes within blocks of a
// vector: four columns of the result from four neighbours of a row, which is
// enough for images that grow by half or more.

#ifndef BACKLERP_SRC_OP_BLOCK_TABLE_H_
#define BACKLERP_SRC_OP_BLOCK_TABLE_H_

#include <array>
#include <cstdint>
#include <vector>

#include "op/band_table.h"

namespace backlerp {

// Columns 4 b .. 4 b + 3 of the result read source[begin[b]] and the three
// values behind it. Tap k of column j is the value in bytes
// places[k][4 j] .. places[k][4 j + 3] of these, times weights[k][j].
// Where a column has no such tap, the places are kNoPlace, which stands for +0,
// and the weight is -0: their product, -0, changes no sum.
struct BlockTable {
  static constexpr int64_t kColumns = 4;
  static constexpr int64_t kTaps = 2;
  static constexpr uint8_t kNoPlace = 0x80;

  std::vector<int32_t> begin;
  std::array<std::vector<uint8_t>, kTaps> places;
  std::array<std::vector<float>, kTaps> weights;
};

// Calls visit(block, its first source column) for the whole blocks of a result.
// Stops where visit returns false.
template <typename Weight, typename Visit>
bool VisitBlocks(const BandTable<Weight>& table, Visit visit) {
  const auto columns = static_cast<int64_t>(table.bands.size());
  for (int64_t b = 0; (b + 1) * BlockTable::kColumns <= columns; ++b) {
    if (!visit(b, table.bands[b * BlockTable::kColumns].begin)) return false;
  }
  return true;
}

// Whether the columns of every block have their taps in four values.
template <typename Weight>
bool HasBlocks(const BandTable<Weight>& table) {
  if (table.max_count > BlockTable::kTaps) return false;
  return VisitBlocks(table, [&](int64_t b, int64_t begin) {
    const Band& last = table.bands[(b + 1) * BlockTable::kColumns - 1];
    return last.end() - begin <= BlockTable::kColumns;
  });
}

// Of a table that has blocks.
inline BlockTable MakeBlockTable(const BandTable<float>& table) {
  constexpr auto kBytes = static_cast<int64_t>(sizeof(float));
  const auto columns = static_cast<int64_t>(table.bands.size());
  BlockTable blocks;
  blocks.begin.reserve(columns / BlockTable::kColumns);
  for (int64_t k = 0; k < BlockTable::kTaps; ++k) {
    blocks.places[k].assign(columns * kBytes, BlockTable::kNoPlace);
    blocks.weights[k].assign(columns, -0.0F);
  }
  VisitBlocks(table, [&](int64_t b, int64_t begin) {
    blocks.begin.push_back(static_cast<int32_t>(begin));
    for (int64_t c = 0; c < BlockTable::kColumns; ++c) {
      const int64_t j = b * BlockTable::kColumns + c;
      const Band& band = table.bands[j];
      for (int64_t k = 0; k < band.count; ++k) {
        blocks.weights[k][j] = table.WeightsOf(band)[k];
        for (int64_t byte = 0; byte < kBytes; ++byte) {
          blocks.places[k][j * kBytes + byte] =
              static_cast<uint8_t>((band.begin - begin + k) * kBytes + byte);
        }
      }
    }
    return true;
  });
  return blocks;
}

}  // namespace backlerp

#endif  // BACKLERP_SRC_OP_BLOCK_TABLE_H_
