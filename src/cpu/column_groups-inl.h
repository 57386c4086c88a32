// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The horizontal pass where lanes are columns: a vector of them fetches its
// taps from a row of vertical sums.

// Per-target include guard
#if defined(BACKLERP_SRC_CPU_COLUMN_GROUPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BACKLERP_SRC_CPU_COLUMN_GROUPS_INL_H_
#undef BACKLERP_SRC_CPU_COLUMN_GROUPS_INL_H_
#else
#define BACKLERP_SRC_CPU_COLUMN_GROUPS_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"
#include "op/lane_table.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA
namespace hn = hwy::HWY_NAMESPACE;

// Sums the lanes from entry e of the table on, in each of kRows (1 or 4) rows
// of sums that are `pitch` apart, and hands them to store(row, vector). Lanes
// behind the first `wanted` may hold anything. The first taps of a vector's
// columns stand in kVectors vectors from that of its first lane on; 3:
// anywhere. kVectors + 1 vectors must be readable from every tap on.
template <bool kForward, int kVectors, int kRows, class D, class Store,
          typename A = hn::TFromD<D>>
HWY_INLINE void SumGroup(D d, const LaneTable<A>& table, int64_t taps,
                         int64_t channels, const A* sums, int64_t pitch,
                         int64_t e, int64_t wanted, Store store) {
  static_assert(kRows == 1 || kRows == 4);
  using V = hn::VFromD<D>;
  const hn::RebindToSigned<D> di;
  using VI = hn::VFromD<decltype(di)>;
  using Index = hn::TFromD<decltype(di)>;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));

  const Index first = table.begin[e];
  const VI places = hn::IfThenElseZero(
      hn::FirstN(di, wanted),
      hn::Sub(hn::LoadU(di, table.begin.data() + e), hn::Set(di, first)));
  const VI count = hn::LoadU(di, table.count.data() + e);
  const VI last = hn::Set(di, static_cast<Index>(lanes - 1));
  const auto is_upper = hn::RebindMask(d, hn::Gt(places, last));
  const auto lower = hn::IndicesFromVec(d, hn::Min(places, last));
  // With more vectors than two the places are for gathers, and this is not
  // used.
  const auto upper = hn::IndicesFromVec(
      d,
      hn::Min(hn::Max(hn::Sub(places, hn::Set(di, static_cast<Index>(lanes))),
                      hn::Zero(di)),
              last));
  // Every lane's at[place].
  const auto fetch = [&](const A* at) HWY_ATTR {
    if constexpr (kVectors > 2) return hn::GatherIndex(d, at, places);
    const V near = hn::TableLookupLanes(hn::LoadU(d, at), lower);
    if constexpr (kVectors == 1) return near;
    const V far = hn::TableLookupLanes(hn::LoadU(d, at + lanes), upper);
    return hn::IfThenElse(is_upper, far, near);
  };

  const A* weights = table.weights.data() + e;
  const A* at = sums + first;
  // Not an array: vectors of unknown size cannot stand in one.
  V sum0 = hn::Zero(d);
  V sum1 = sum0;
  V sum2 = sum0;
  V sum3 = sum0;
  int64_t k = 0;
  if constexpr (kForward) {
    const V weight = hn::LoadU(d, weights);
    sum0 = hn::Mul(weight, fetch(at));
    if constexpr (kRows > 1) {
      sum1 = hn::Mul(weight, fetch(at + pitch));
      sum2 = hn::Mul(weight, fetch(at + 2 * pitch));
      sum3 = hn::Mul(weight, fetch(at + 3 * pitch));
    }
    k = 1;
  }
  for (; k < taps; ++k) {
    const auto has_tap = hn::Gt(count, hn::Set(di, static_cast<Index>(k)));
    if (hn::AllFalse(di, has_tap)) break;
    const auto adds = hn::RebindMask(d, has_tap);
    const V weight = hn::LoadU(d, weights + k * table.entries);
    const A* tap = at + k * channels;
    sum0 = hn::IfThenElse(adds, hn::MulAdd(weight, fetch(tap), sum0), sum0);
    if constexpr (kRows > 1) {
      sum1 = hn::IfThenElse(adds, hn::MulAdd(weight, fetch(tap + pitch), sum1),
                            sum1);
      sum2 = hn::IfThenElse(
          adds, hn::MulAdd(weight, fetch(tap + 2 * pitch), sum2), sum2);
      sum3 = hn::IfThenElse(
          adds, hn::MulAdd(weight, fetch(tap + 3 * pitch), sum3), sum3);
    }
  }
  store(0, sum0);
  if constexpr (kRows > 1) {
    store(1, sum1);
    store(2, sum2);
    store(3, sum3);
  }
}

#endif  // HWY_NATIVE_FMA
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
