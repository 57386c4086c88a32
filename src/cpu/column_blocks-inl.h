// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The horizontal pass by shuffles within blocks (op/block_table.h), for targets
// whose vectors are one block or two: shuffles across blocks are slow on some
// machines, and these need neither masks nor a second load.

// Per-target include guard
#if defined(BACKLERP_SRC_CPU_COLUMN_BLOCKS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BACKLERP_SRC_CPU_COLUMN_BLOCKS_INL_H_
#undef BACKLERP_SRC_CPU_COLUMN_BLOCKS_INL_H_
#else
#define BACKLERP_SRC_CPU_COLUMN_BLOCKS_INL_H_
#endif

#include <cstdint>
#include <type_traits>

#include "hwy/highway.h"
#include "op/block_table.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA
namespace hn = hwy::HWY_NAMESPACE;

// Whether this target and type of sums shuffle within blocks.
template <typename A>
inline constexpr bool kShufflesBlocks = std::is_same_v<A, float> &&
                                        (HWY_TARGET == HWY_AVX2 ||
                                         HWY_TARGET == HWY_NEON);

// Two blocks from different places, or one.
template <class D>
HWY_INLINE hn::VFromD<D> LoadWindows(D d, const float* at0, const float* at1) {
#if HWY_MAX_BYTES == 32
  const hn::Half<D> block;
  return hn::Combine(d, hn::LoadU(block, at1), hn::LoadU(block, at0));
#else
  static_cast<void>(at1);
  return hn::LoadU(d, at0);
#endif
}

// Where a block table's parts are: in registers, which stores to anywhere do
// not make the compiler load again.
struct BlockPointers {
  explicit BlockPointers(const BlockTable& table)
      : begin(table.begin.data()),
        places0(table.places[0].data()),
        places1(table.places[1].data()),
        weights0(table.weights[0].data()),
        weights1(table.weights[1].data()) {}

  const int32_t* begin;
  const uint8_t* places0;
  const uint8_t* places1;
  const float* weights0;
  const float* weights1;
};

// Sums kVectors vectors of columns from j on, a multiple of the lanes, in each
// of kRows rows of sums that are `pitch` apart, and hands them to store(row,
// column, vector), those of a row after each other. Four values must be
// readable from the first tap of every block on.
template <bool kForward, int kRows, int kVectors, class D, class Store>
HWY_INLINE void SumBlocks(D d, const BlockPointers& table, const float* sums,
                          int64_t pitch, int64_t j, Store store) {
  const hn::Repartition<uint8_t, D> bytes;
  constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(D()));
  constexpr auto kBytes = static_cast<int64_t>(sizeof(float));
  // Vectors of these targets may stand in arrays.
  hn::VFromD<decltype(bytes)> place0[kVectors], place1[kVectors];
  hn::VFromD<D> weight0[kVectors], weight1[kVectors];
  const float* at0[kVectors];
  const float* at1[kVectors];
  for (int64_t v = 0; v < kVectors; ++v) {
    const int64_t column = j + v * kLanes;
    place0[v] = hn::LoadU(bytes, table.places0 + kBytes * column);
    place1[v] = hn::LoadU(bytes, table.places1 + kBytes * column);
    weight0[v] = hn::LoadU(d, table.weights0 + column);
    weight1[v] = hn::LoadU(d, table.weights1 + column);
    const int32_t* begin = table.begin + column / BlockTable::kColumns;
    at0[v] = sums + begin[0];
    at1[v] = sums + begin[kLanes / BlockTable::kColumns - 1];
  }
  for (int64_t r = 0; r < kRows; ++r) {
    for (int64_t v = 0; v < kVectors; ++v) {
      const auto window = hn::BitCast(
          bytes, LoadWindows(d, at0[v] + r * pitch, at1[v] + r * pitch));
      const auto tap0 =
          hn::BitCast(d, hn::TableLookupBytesOr0(window, place0[v]));
      const auto tap1 =
          hn::BitCast(d, hn::TableLookupBytesOr0(window, place1[v]));
      const auto sum = kForward ? hn::Mul(weight0[v], tap0)
                                : hn::MulAdd(weight0[v], tap0, hn::Zero(d));
      store(r, j + v * kLanes, hn::MulAdd(weight1[v], tap1, sum));
    }
  }
}

#endif  // HWY_NATIVE_FMA
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
