// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The horizontal pass where a row doubles in width, by half-pixel centres: all
// columns but those at the edges have the same weights.

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
#include <type_traits>

#include "cpu/vector_io-inl.h"
#include "hwy/highway.h"
#include "op/band_table.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA
namespace hn = hwy::HWY_NAMESPACE;

// The gradient's column j sums the four values from 2 j - 1 on, of these far,
// near, near, far. Columns 2 i and 2 i + 1 of U sum values i - 1 (far) and i
// (near), and i (near) and i + 1 (far).
template <typename A>
inline constexpr A kNearWeight = A{0.75};
template <typename A>
inline constexpr A kFarWeight = A{0.25};

// But for the columns at the edges: those before the first of these, and from
// the second on.
inline int64_t InnerBegin(bool forward) { return forward ? 1 : 2; }
inline int64_t InnerEnd(int64_t columns) { return columns - 1; }

// Whether the others have these weights, whatever made them.
template <typename A>
bool HasDoubledColumns(const BandTable<A>& table, bool forward) {
  constexpr A kWeights[] = {kFarWeight<A>, kNearWeight<A>, kNearWeight<A>,
                            kFarWeight<A>};
  const int64_t end = InnerEnd(static_cast<int64_t>(table.bands.size()));
  for (int64_t j = InnerBegin(forward); j < end; ++j) {
    const Band& band = table.bands[j];
    // U's odd columns have the second half of the weights.
    const int64_t begin = forward ? (j - 1) / 2 : 2 * j - 1;
    const int64_t count = forward ? 2 : 4;
    const A* weights = kWeights + (forward && j % 2 == 1 ? 2 : 0);
    if (band.begin != begin || band.count != count ||
        !std::equal(weights, weights + count, table.WeightsOf(band))) {
      return false;
    }
  }
  return true;
}

// The vertical sums of a row, as a step of the vertical pass kept them.
template <typename A>
struct SumsInOrder {
  const A* sums;
};
template <typename A>
struct SumsApart {
  const A* even;
  const A* odd;
};

// Every second value from `at` and from `at` + 1 on. Where taking them apart
// across blocks is slow, their lanes are in an order of their own, which
// Reordered() undoes.
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
HWY_INLINE hn::VFromD<D> Reordered([[maybe_unused]] D d, hn::VFromD<D> v) {
#if HWY_TARGET == HWY_AVX2
  if constexpr (sizeof(hn::TFromD<D>) == 4) {
    v.raw = _mm256_castpd_ps(
        _mm256_permute4x64_pd(_mm256_castps_pd(v.raw), 0b11'01'10'00));
  }
#endif
  return v;
}

// Values 2 j - 2, ... 2 j + 2 for each column of a vector.
template <class D, typename A = hn::TFromD<D>, class V = hn::VFromD<D>>
HWY_INLINE void LoadNeighbours(D d, SumsInOrder<A> sums, int64_t j, V* x0,
                               V* x1, V* x2, V* x3, V* x4) {
  V unused;
  const A* at = sums.sums + 2 * j - 2;
  LoadApart(d, at, x0, x1);
  LoadApart(d, at + 2, x2, x3);
  LoadApart(d, at + 4, x4, &unused);
  for (V* x : {x0, x1, x2, x3, x4}) *x = Reordered(d, *x);
}
template <class D, typename A = hn::TFromD<D>, class V = hn::VFromD<D>>
HWY_INLINE void LoadNeighbours(D d, SumsApart<A> sums, int64_t j, V* x0, V* x1,
                               V* x2, V* x3, V* x4) {
  *x0 = hn::LoadU(d, sums.even + j - 1);
  *x1 = hn::LoadU(d, sums.odd + j - 1);
  *x2 = hn::LoadU(d, sums.even + j);
  *x3 = hn::LoadU(d, sums.odd + j);
  *x4 = hn::LoadU(d, sums.even + j + 1);
}

template <class D, class V = hn::VFromD<D>>
HWY_INLINE V SumFour(D d, V x0, V x1, V x2, V x3) {
  using A = hn::TFromD<D>;
  const auto near = hn::Set(d, kNearWeight<A>);
  const auto far = hn::Set(d, kFarWeight<A>);
  auto sum = hn::MulAdd(far, x0, hn::Zero(d));
  sum = hn::MulAdd(near, x1, sum);
  sum = hn::MulAdd(near, x2, sum);
  return hn::MulAdd(far, x3, sum);
}

// A vector of the gradient's columns that are not at an edge.
template <class D, typename A = hn::TFromD<D>>
HWY_INLINE hn::VFromD<D> SumInner(D d, SumsInOrder<A> sums, int64_t j) {
  const A* at = sums.sums + 2 * j - 1;
  hn::VFromD<D> x0, x1, x2, x3;
  LoadApart(d, at, &x0, &x1);
  LoadApart(d, at + 2, &x2, &x3);
  return Reordered(d, SumFour(d, x0, x1, x2, x3));
}
template <class D, typename A = hn::TFromD<D>>
HWY_INLINE hn::VFromD<D> SumInner(D d, SumsApart<A> sums, int64_t j) {
  return SumFour(d, hn::LoadU(d, sums.odd + j - 1), hn::LoadU(d, sums.even + j),
                 hn::LoadU(d, sums.odd + j), hn::LoadU(d, sums.even + j + 1));
}

// A column of U, of any weights.
template <typename A>
HWY_INLINE A SumColumn(const BandTable<A>& table, const A* sums, int64_t j) {
  const Band& band = table.bands[j];
  const A* weights = table.WeightsOf(band);
  A sum = weights[0] * sums[band.begin];
  for (int64_t k = 1; k < band.count; ++k) {
    sum = std::fma(weights[k], sums[band.begin + k], sum);
  }
  return sum;
}

// A vector of the gradient's columns some of which are at an edge: the weight
// of value 2 j - 2 + k for each column j, and whether it is a tap at all.
template <class D>
class EdgeVector {
  using A = hn::TFromD<D>;
  using V = hn::VFromD<D>;
  using DI = hn::RebindToSigned<D>;

 public:
  static constexpr int64_t kTaps = 5;

  static bool HasRoomFor(const Band& band, int64_t j) {
    return band.begin >= 2 * j - 2 && band.end() <= 2 * j - 2 + kTaps;
  }

  // Of the vector from column j on.
  void Make(const BandTable<A>& table, int64_t j) {
    j_ = j;
    const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
    for (int64_t lane = 0; lane < lanes; ++lane) {
      const Band& band = table.bands[j + lane];
      const int64_t first = band.begin - (2 * (j + lane) - 2);
      for (int64_t k = 0; k < kTaps; ++k) {
        const bool is_tap = k >= first && k < first + band.count;
        weights_[k][lane] = is_tap ? table.WeightsOf(band)[k - first] : A{0};
        taps_[k][lane] = is_tap ? -1 : 0;
      }
    }
  }

  // Loads from two values before the first on, also where there are none.
  template <class Sums>
  HWY_INLINE V Sum(Sums sums) const {
    const D d;
    V x0, x1, x2, x3, x4;
    LoadNeighbours(d, sums, j_, &x0, &x1, &x2, &x3, &x4);
    V sum = hn::Zero(d);
    sum = Add(0, x0, sum);
    sum = Add(1, x1, sum);
    sum = Add(2, x2, sum);
    sum = Add(3, x3, sum);
    return Add(4, x4, sum);
  }

 private:
  HWY_INLINE V Add(int64_t k, V x, V sum) const {
    const D d;
    const auto is_tap =
        hn::RebindMask(d, hn::MaskFromVec(hn::LoadU(DI(), taps_[k])));
    const V weight = hn::LoadU(d, weights_[k]);
    return hn::IfThenElse(is_tap, hn::MulAdd(weight, x, sum), sum);
  }

  static constexpr size_t kMaxLanes = HWY_MAX_BYTES / sizeof(A);

  int64_t j_ = 0;
  A weights_[kTaps][kMaxLanes];
  hn::TFromD<DI> taps_[kTaps][kMaxLanes];
};

// Whether the columns at the edges, too, have their taps where the kernel loads
// them.
template <class D, typename A = hn::TFromD<D>>
bool HasNarrowEdges(D, const BandTable<A>& table) {
  const auto columns = static_cast<int64_t>(table.bands.size());
  for (int64_t j = 0; j < columns; ++j) {
    const bool inner =
        j >= InnerBegin(/*forward=*/false) && j < InnerEnd(columns);
    if (!inner && !EdgeVector<D>::HasRoomFor(table.bands[j], j)) return false;
  }
  return true;
}

// U's columns 2 i, 2 i + 2, ... and 2 i + 1, 2 i + 3, ... for a vector of i, as
// if none of them were at an edge. Loads the values before and behind these.
template <class D, typename A = hn::TFromD<D>>
HWY_INLINE void SumPairs(D d, const A* sums, int64_t i, hn::VFromD<D>* even,
                         hn::VFromD<D>* odd) {
  const auto near = hn::Set(d, kNearWeight<A>);
  const auto far = hn::Set(d, kFarWeight<A>);
  const auto here = hn::LoadU(d, sums + i);
  *even = hn::MulAdd(near, here, hn::Mul(far, hn::LoadU(d, sums + i - 1)));
  *odd = hn::MulAdd(far, hn::LoadU(d, sums + i + 1), hn::Mul(near, here));
}

// Whether StorePairs() takes no more than a few shuffles within blocks.
template <typename T>
inline constexpr bool kStoresPairs =
    !HWY_HAVE_SCALABLE && (std::is_same_v<T, BFloat16> ||
                           HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_NEON);

// Rounds and stores even[0], odd[0], even[1], ...; with kStream past the
// caches, which takes whole vectors at addresses that are multiples of their
// size.
template <bool kStream, class D, class V = hn::VFromD<D>, typename T>
HWY_INLINE void StorePairs(D d, V even, V odd, T* p) {
  const auto store = [](auto tag, auto v, auto* to) HWY_ATTR {
    if constexpr (kStream) {
      hn::Stream(v, tag, to);
    } else {
      hn::StoreU(v, tag, to);
    }
  };
  if constexpr (std::is_same_v<T, BFloat16>) {
    const hn::RebindToUnsigned<D> du;
    const hn::Repartition<uint16_t, D> halves;
    const auto upper = hn::Set(du, 0xFFFF0000u);
    const auto pairs = hn::Or(hn::ShiftRight<16>(RoundedToUpper(d, even)),
                              hn::And(RoundedToUpper(d, odd), upper));
    store(halves, hn::BitCast(halves, pairs), reinterpret_cast<uint16_t*>(p));
  } else {
    const StoredTag<D, T> stored;
    auto* to = reinterpret_cast<hn::TFromD<decltype(stored)>*>(p);
    const auto e = Rounded<T>(d, even);
    const auto o = Rounded<T>(d, odd);
    const auto lower = hn::InterleaveLower(stored, e, o);
    const auto upper = hn::InterleaveUpper(stored, e, o);
    const auto lanes = static_cast<int64_t>(hn::Lanes(stored));
    constexpr size_t kBytes = hn::MaxLanes(stored) * sizeof(*to);
    if constexpr (kBytes > 16) {
      static_assert(kBytes == 32, "two blocks: Half is one of them");
      // Shuffled within blocks, each half belongs to another place: to bring
      // them together takes longer than more stores.
      const hn::Half<decltype(stored)> half;
      store(half, hn::LowerHalf(half, lower), to);
      store(half, hn::LowerHalf(half, upper), to + lanes / 2);
      store(half, hn::UpperHalf(half, lower), to + lanes);
      store(half, hn::UpperHalf(half, upper), to + lanes + lanes / 2);
    } else {
      store(stored, lower, to);
      store(stored, upper, to + lanes);
    }
  }
}

#endif  // HWY_NATIVE_FMA
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
