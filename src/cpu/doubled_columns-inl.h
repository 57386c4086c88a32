// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The horizontal pass of a gradient whose image doubles in width, by half-pixel
// centres: all columns but those at the edges have the same four weights, and
// even and odd columns of the sums are taken apart in registers.

// Per-target include guard
#if defined(BACKLERP_SRC_CPU_DOUBLED_COLUMNS_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef BACKLERP_SRC_CPU_DOUBLED_COLUMNS_INL_H_
#undef BACKLERP_SRC_CPU_DOUBLED_COLUMNS_INL_H_
#else
#define BACKLERP_SRC_CPU_DOUBLED_COLUMNS_INL_H_
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "hwy/highway.h"
#include "op/band_table.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA
namespace hn = hwy::HWY_NAMESPACE;

// Column j sums the four values from 2 j - 1 on, with these weights.
template <typename A>
inline constexpr A kNearWeight = A{0.75};
template <typename A>
inline constexpr A kFarWeight = A{0.25};

// But for the columns at the edges: those before the first of these, and from
// the second on.
inline int64_t InnerBegin() { return 2; }
template <typename A>
int64_t InnerEnd(const BandTable<A>& table) {
  return static_cast<int64_t>(table.bands.size()) - 1;
}

// Whether the others have these weights, whatever made them.
template <typename A>
bool HasDoubledColumns(const BandTable<A>& table) {
  for (int64_t j = InnerBegin(); j < InnerEnd(table); ++j) {
    const Band& band = table.bands[j];
    if (band.begin != 2 * j - 1 || band.count != 4) return false;
    const A* w = table.WeightsOf(band);
    if (w[0] != kFarWeight<A> || w[1] != kNearWeight<A> ||
        w[2] != kNearWeight<A> || w[3] != kFarWeight<A>) {
      return false;
    }
  }
  return true;
}

// Every second value from `at` and from `at` + 1 on. Where taking them apart
// across blocks is slow, their lanes are in an order of their own, which
// InOrder() undoes.
template <class D>
HWY_INLINE void LoadApart(D d, const hn::TFromD<D>* at, hn::VFromD<D>* even,
                          hn::VFromD<D>* odd) {
#if HWY_TARGET == HWY_AVX2
  if constexpr (sizeof(hn::TFromD<D>) == 4) {
    const auto lower = hn::LoadU(d, at);
    const auto upper = hn::LoadU(d, at + hn::Lanes(d));
    even->raw = _mm256_shuffle_ps(lower.raw, upper.raw, 0b10'00'10'00);
    odd->raw = _mm256_shuffle_ps(lower.raw, upper.raw, 0b11'01'11'01);
    return;
  }
#endif
  hn::LoadInterleaved2(d, at, *even, *odd);
}

template <class D>
HWY_INLINE hn::VFromD<D> InOrder([[maybe_unused]] D d, hn::VFromD<D> v) {
#if HWY_TARGET == HWY_AVX2
  if constexpr (sizeof(hn::TFromD<D>) == 4) {
    v.raw = _mm256_castpd_ps(
        _mm256_permute4x64_pd(_mm256_castps_pd(v.raw), 0b11'01'10'00));
  }
#endif
  return v;
}

// A vector of columns that are not at an edge.
template <class D, typename A = hn::TFromD<D>>
HWY_INLINE hn::VFromD<D> SumInner(D d, const A* sums, int64_t j) {
  const auto near = hn::Set(d, kNearWeight<A>);
  const auto far = hn::Set(d, kFarWeight<A>);
  const A* at = sums + 2 * j - 1;
  hn::VFromD<D> x0, x1, x2, x3;
  LoadApart(d, at, &x0, &x1);
  LoadApart(d, at + 2, &x2, &x3);
  auto sum = hn::MulAdd(far, x0, hn::Zero(d));
  sum = hn::MulAdd(near, x1, sum);
  sum = hn::MulAdd(near, x2, sum);
  return InOrder(d, hn::MulAdd(far, x3, sum));
}

// A column of any weights.
template <typename A>
HWY_INLINE A SumColumn(const BandTable<A>& table, const A* sums, int64_t j) {
  const Band& band = table.bands[j];
  const A* weights = table.WeightsOf(band);
  A sum = 0;
  for (int64_t k = 0; k < band.count; ++k) {
    sum = std::fma(weights[k], sums[band.begin + k], sum);
  }
  return sum;
}

// The vector of columns from j on of a table that HasDoubledColumns(). Loads
// sums 2 j - 1 to 2 (j + lanes), also where the image has none there.
template <class D, typename A = hn::TFromD<D>>
HWY_INLINE hn::VFromD<D> SumDoubledColumns(D d, const BandTable<A>& table,
                                           const A* sums, int64_t j) {
  hn::VFromD<D> sum = SumInner(d, sums, j);
  const int64_t behind = j + static_cast<int64_t>(hn::Lanes(d));
  if (j >= InnerBegin() && behind <= InnerEnd(table)) return sum;
  const hn::RebindToSigned<D> di;
  using Index = hn::TFromD<decltype(di)>;
  const auto lane_numbers = hn::Iota(di, 0);
  const auto mend = [&](int64_t column) HWY_ATTR {
    const auto is_it =
        hn::Eq(lane_numbers, hn::Set(di, static_cast<Index>(column - j)));
    sum = hn::IfThenElse(hn::RebindMask(d, is_it),
                         hn::Set(d, SumColumn(table, sums, column)), sum);
  };
  const int64_t end = std::min(behind, InnerEnd(table) + 1);
  for (int64_t e = j; e < std::min(InnerBegin(), end); ++e) mend(e);
  for (int64_t e = std::max(j, InnerEnd(table)); e < end; ++e) mend(e);
  return sum;
}

#endif  // HWY_NATIVE_FMA
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
