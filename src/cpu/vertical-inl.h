// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The vertical pass: one row of T, the weighted sum of the source rows of a
// band, vectorised along the row (docs/numerics.md, "order of summation").

// Per-target include guard
#if defined(BACKLERP_SRC_CPU_VERTICAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BACKLERP_SRC_CPU_VERTICAL_INL_H_
#undef BACKLERP_SRC_CPU_VERTICAL_INL_H_
#else
#define BACKLERP_SRC_CPU_VERTICAL_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "cpu/vector_io-inl.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "op/band_table.h"
#include "op/element.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// How a sum begins: at zero (the gradient), with a product (U), or where an
// earlier portion of its taps left it.
enum class Start { kZero, kProduct, kResume };

// How a step along a row reads elements and keeps sums: here a vector, in the
// order of the row.
template <class D, typename T>
struct InOrder {
  using A = hn::TFromD<D>;
  using V = hn::VFromD<D>;
  using Vectors = V;

  static int64_t Columns() { return static_cast<int64_t>(hn::Lanes(D())); }

  HWY_INLINE V Load(const T* p) const { return LoadWide(D(), p); }
  HWY_INLINE V LoadPartial(const T* p, int64_t count) const {
    return LoadWidePartial(D(), p, count);
  }
  HWY_INLINE V Zero() const { return hn::Zero(D()); }
  HWY_INLINE V Mul(V weight, V x) const { return hn::Mul(weight, x); }
  HWY_INLINE V MulAdd(V weight, V x, V sum) const {
    return hn::MulAdd(weight, x, sum);
  }
  HWY_INLINE V LoadSums(const A* out, int64_t x) const {
    return hn::LoadU(D(), out + x);
  }
  HWY_INLINE void StoreSums(V sum, A* out, int64_t x) const {
    hn::StoreU(sum, D(), out + x);
  }
};

#if !HWY_HAVE_SCALABLE
// Elements of bfloat16 in pairs: the even columns in one vector, the odd ones
// in another, which takes no shuffles. Sums of odd columns stand `half` behind
// those of even ones.
template <class D>
struct EvenOdd {
  using A = float;
  using V = hn::VFromD<D>;
  struct Vectors {
    V even, odd;
  };

  int64_t half;

  static int64_t Columns() { return 2 * static_cast<int64_t>(hn::Lanes(D())); }

  HWY_INLINE Vectors Load(const BFloat16* p) const {
    const hn::RebindToUnsigned<D> du;
    const hn::Repartition<uint16_t, D> d16;
    const auto pairs =
        hn::BitCast(du, hn::LoadU(d16, reinterpret_cast<const uint16_t*>(p)));
    const auto upper = hn::Set(du, 0xFFFF0000u);
    return {hn::BitCast(D(), hn::ShiftLeft<16>(pairs)),
            hn::BitCast(D(), hn::And(pairs, upper))};
  }
  HWY_INLINE Vectors LoadPartial(const BFloat16* p, int64_t count) const {
    BFloat16 buffer[HWY_MAX_BYTES / sizeof(BFloat16)] = {};
    std::memcpy(buffer, p, static_cast<size_t>(count) * sizeof(BFloat16));
    return Load(buffer);
  }
  HWY_INLINE Vectors Zero() const { return {hn::Zero(D()), hn::Zero(D())}; }
  HWY_INLINE Vectors Mul(V weight, Vectors x) const {
    return {hn::Mul(weight, x.even), hn::Mul(weight, x.odd)};
  }
  HWY_INLINE Vectors MulAdd(V weight, Vectors x, Vectors sum) const {
    return {hn::MulAdd(weight, x.even, sum.even),
            hn::MulAdd(weight, x.odd, sum.odd)};
  }
  HWY_INLINE Vectors LoadSums(const float* out, int64_t x) const {
    return {hn::LoadU(D(), out + x / 2), hn::LoadU(D(), out + half + x / 2)};
  }
  HWY_INLINE void StoreSums(Vectors sum, float* out, int64_t x) const {
    hn::StoreU(sum.even, D(), out + x / 2);
    hn::StoreU(sum.odd, D(), out + half + x / 2);
  }
};
#endif  // !HWY_HAVE_SCALABLE

// A row to fetch into the cache, of `count` elements. Instead of one that ends
// behind `end`, where memory may not be mapped, the last one before it: a miss
// of the page tables takes longer than reading.
template <typename T>
HWY_INLINE const T* FetchableRow(const T* row, int64_t count, const T* end) {
  return std::min(row, end - count);
}

// Calls column(x, load) for the first of each step along `count` columns; it
// loads a step's elements by load(p). `readable` columns may be loaded in every
// row. Meanwhile `rows_ahead` rows from `ahead` on are fetched into the cache.
template <class Order, typename T, class Column>
HWY_INLINE void WalkColumns(Order order, int64_t count, int64_t readable,
                            const T* ahead, int64_t pitch, int64_t rows_ahead,
                            Column column) {
  const int64_t columns = Order::Columns();
  const auto load = [&](const T* p) HWY_ATTR { return order.Load(p); };
  int64_t x = 0;
  if (rows_ahead > 0) {
    // Rows in lock-step are more streams than the hardware follows.
    const int64_t step = std::max<int64_t>(kLineBytes / sizeof(T), columns);
    for (; x + step <= std::min(count, readable); x += step) {
      for (int64_t row = 0; row < rows_ahead; ++row) {
        hwy::Prefetch(ahead + row * pitch + x);
      }
      for (int64_t k = 0; k < step; k += columns) column(x + k, load);
    }
  }
  for (; x < count && x + columns <= readable; x += columns) column(x, load);
  for (; x < count; x += columns) {
    const int64_t rest = std::min(columns, count - x);
    column(x, [&](const T* p) HWY_ATTR { return order.LoadPartial(p, rest); });
  }
}

// The weight of tap k, where there is one.
template <int k, int kTaps, class D>
HWY_INLINE hn::VFromD<D> WeightOf(D d, const hn::TFromD<D>* weights) {
  return hn::Set(d, weights[k < kTaps ? k : 0]);
}

// `order` is how elements are read and sums are kept.
template <Start kStart, int kTaps, class D, typename T, class Order>
struct VerticalTaps {
  using A = hn::TFromD<D>;
  using V = hn::VFromD<D>;

  D d;
  Order order;
  const T* src;
  int64_t pitch;
  const A* weights;
  A* out;
  int64_t rows_ahead;  // behind these taps, fetched into the cache meanwhile

  template <typename Load>
  HWY_INLINE void Column(int64_t x, V w0, V w1, V w2, V w3, Load load) const {
    auto sum = order.Zero();
    if constexpr (kStart == Start::kProduct) {
      sum = order.Mul(w0, load(src + x));
    } else {
      if constexpr (kStart == Start::kResume) sum = order.LoadSums(out, x);
      sum = order.MulAdd(w0, load(src + x), sum);
    }
    if constexpr (kTaps > 1) {
      sum = order.MulAdd(w1, load(src + pitch + x), sum);
    }
    if constexpr (kTaps > 2) {
      sum = order.MulAdd(w2, load(src + 2 * pitch + x), sum);
    }
    if constexpr (kTaps > 3) {
      sum = order.MulAdd(w3, load(src + 3 * pitch + x), sum);
    }
    order.StoreSums(sum, out, x);
  }

  // Sums `count` columns; `readable` ones, from the row's first on, may be
  // loaded in every row of the band.
  HWY_INLINE void Run(int64_t count, int64_t readable) const {
    const V w0 = WeightOf<0, kTaps>(d, weights);
    const V w1 = WeightOf<1, kTaps>(d, weights);
    const V w2 = WeightOf<2, kTaps>(d, weights);
    const V w3 = WeightOf<3, kTaps>(d, weights);
    WalkColumns(order, count, readable, src + kTaps * pitch, pitch, rows_ahead,
                [&](int64_t x, auto load)
                    HWY_ATTR { Column(x, w0, w1, w2, w3, load); });
  }
};

// Rows that are summed in one go, and those that are fetched meanwhile, at
// most: more streams in flight evict each other's lines.
inline constexpr int64_t kMaxTaps = 4;
inline constexpr int64_t kMaxRowsAhead = kMaxTaps;

// Calls run(constant) with so many taps, 1 to kMaxTaps, as a constant.
template <class Run>
HWY_INLINE void CallWithTaps(int64_t taps, Run run) {
  switch (taps) {
    case 1:
      return run(std::integral_constant<int, 1>());
    case 2:
      return run(std::integral_constant<int, 2>());
    case 3:
      return run(std::integral_constant<int, 3>());
    default:
      return run(std::integral_constant<int, 4>());
  }
}

template <Start kStart, class D, typename T, class Order>
HWY_INLINE void RunVerticalTaps(D d, Order order, const T* src, int64_t pitch,
                                const hn::TFromD<D>* weights, int64_t taps,
                                int64_t count, int64_t readable,
                                hn::TFromD<D>* out, int64_t rows_ahead = 0) {
  const auto run = [&]<int kTaps>(std::integral_constant<int, kTaps>) HWY_ATTR {
    VerticalTaps<kStart, kTaps, D, T, Order>{d,       order, src,       pitch,
                                             weights, out,   rows_ahead}
        .Run(count, readable);
  };
  CallWithTaps(taps, run);
}

// Source rows that row i + 1 of the result needs and row i does not.
template <typename A>
int64_t RowsAhead(const BandTable<A>& rows, int64_t i) {
  if (i + 1 == static_cast<int64_t>(rows.bands.size())) return 0;
  return rows.bands[i + 1].end() - rows.bands[i].end();
}

// A band of source rows, `pitch` elements apart, whose elements stand next to
// each other.
template <typename T>
struct RowBand {
  const T* src;  // the band's first row, at the first column wanted
  int64_t pitch;
  int64_t first;  // the first row's place in the image
  int64_t rows;
  const AccumulatorOf<T>* weights;
  const T* end;  // behind the last element of the tensor
  // Rows behind the band that the caller will want next.
  int64_t rows_ahead = 0;

  int64_t end_row() const { return first + rows; }
};

// out[0 .. count) = the weighted sum of the band's rows, kept as `order` does.
// `out` has room for whole steps of it.
template <class D, typename T, class Order>
HWY_NOINLINE void VerticalSumIn(Order order, bool forward,
                                const RowBand<T>& band, int64_t count,
                                hn::TFromD<D>* out) {
  const D d;
  if (band.rows == 0) {
    for (int64_t x = 0; x < count; x += Order::Columns()) {
      order.StoreSums(order.Zero(), out, x);
    }
    return;
  }
  for (int64_t row = 0; row < band.rows; row += kMaxTaps) {
    const int64_t taps = std::min(band.rows - row, kMaxTaps);
    const T* src = band.src + row * band.pitch;
    const T* last = std::max(src, src + (taps - 1) * band.pitch);
    const int64_t readable = band.end - last;
    const auto* weights = band.weights + row;
    const bool is_last = row + taps == band.rows;
    const int64_t ahead = std::min(
        kMaxRowsAhead, is_last ? band.rows_ahead : band.rows - row - taps);
    if (row > 0) {
      RunVerticalTaps<Start::kResume>(d, order, src, band.pitch, weights, taps,
                                      count, readable, out, ahead);
    } else if (forward) {
      RunVerticalTaps<Start::kProduct>(d, order, src, band.pitch, weights, taps,
                                       count, readable, out, ahead);
    } else {
      RunVerticalTaps<Start::kZero>(d, order, src, band.pitch, weights, taps,
                                    count, readable, out, ahead);
    }
  }
}

// In the order of the row.
template <class D, typename T>
HWY_INLINE void VerticalSum(D, bool forward, const RowBand<T>& band,
                            int64_t count, hn::TFromD<D>* out) {
  VerticalSumIn<D>(InOrder<D, T>(), forward, band, count, out);
}

// As above where the elements of a row are `stride` apart. `row_buffer` has the
// size of `out`.
template <class D, typename T>
HWY_NOINLINE void VerticalSumStrided(D d, bool forward, const RowBand<T>& band,
                                     int64_t stride, int64_t count,
                                     hn::TFromD<D>* row_buffer,
                                     hn::TFromD<D>* out) {
  using A = hn::TFromD<D>;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t padded = (count + lanes - 1) / lanes * lanes;
  const InOrder<D, A> order;
  const A* buffered = row_buffer;
  std::fill_n(out, padded, A{0});
  for (int64_t row = 0; row < band.rows; ++row) {
    const T* src = band.src + row * band.pitch;
    for (int64_t x = 0; x < count; ++x) row_buffer[x] = Widen(src[x * stride]);
    const A* weight = band.weights + row;
    if (row == 0 && forward) {
      RunVerticalTaps<Start::kProduct>(d, order, buffered, 0, weight, 1, count,
                                       padded, out);
    } else {
      RunVerticalTaps<Start::kResume>(d, order, buffered, 0, weight, 1, count,
                                      padded, out);
    }
  }
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
