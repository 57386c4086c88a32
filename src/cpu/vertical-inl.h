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

template <Start kStart, int kTaps, class D, typename T>
struct VerticalTaps {
  using A = hn::TFromD<D>;
  using V = hn::VFromD<D>;

  D d;
  const T* src;
  int64_t pitch;
  const A* weights;
  A* out;
  int64_t rows_ahead;  // behind these taps, fetched into the cache meanwhile

  template <typename Load>
  HWY_INLINE void Column(int64_t x, V w0, V w1, V w2, V w3, Load load) const {
    V sum = hn::Zero(d);
    if constexpr (kStart == Start::kProduct) {
      sum = hn::Mul(w0, load(src + x));
    } else {
      if constexpr (kStart == Start::kResume) sum = hn::LoadU(d, out + x);
      sum = hn::MulAdd(w0, load(src + x), sum);
    }
    if constexpr (kTaps > 1) {
      sum = hn::MulAdd(w1, load(src + pitch + x), sum);
    }
    if constexpr (kTaps > 2) {
      sum = hn::MulAdd(w2, load(src + 2 * pitch + x), sum);
    }
    if constexpr (kTaps > 3) {
      sum = hn::MulAdd(w3, load(src + 3 * pitch + x), sum);
    }
    hn::StoreU(sum, d, out + x);
  }

  // Sums `count` columns; `readable` ones, from the row's first on, may be
  // loaded in every row of the band.
  HWY_INLINE void Run(int64_t count, int64_t readable) const {
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    const V w0 = hn::Set(d, weights[0]);
    const V w1 = hn::Set(d, weights[kTaps > 1 ? 1 : 0]);
    const V w2 = hn::Set(d, weights[kTaps > 2 ? 2 : 0]);
    const V w3 = hn::Set(d, weights[kTaps > 3 ? 3 : 0]);
    int64_t x = 0;
    if (rows_ahead > 0) {
      // Rows in lock-step are more streams than the hardware follows.
      const int64_t step = std::max<int64_t>(64 / sizeof(T), lanes);
      const T* ahead = src + kTaps * pitch;
      for (; x + step <= std::min(count, readable); x += step) {
        for (int64_t row = 0; row < rows_ahead; ++row) {
          hwy::Prefetch(ahead + row * pitch + x);
        }
        for (int64_t k = 0; k < step; k += lanes) {
          Column(x + k, w0, w1, w2, w3,
                 [&](const T* p) HWY_ATTR { return LoadWide(d, p); });
        }
      }
    }
    for (; x < count && x + lanes <= readable; x += lanes) {
      Column(x, w0, w1, w2, w3,
             [&](const T* p) HWY_ATTR { return LoadWide(d, p); });
    }
    if (x < count) {
      const int64_t rest = count - x;
      Column(x, w0, w1, w2, w3,
             [&](const T* p) HWY_ATTR { return LoadWidePartial(d, p, rest); });
    }
  }
};

template <Start kStart, class D, typename T>
HWY_INLINE void RunVerticalTaps(D d, const T* src, int64_t pitch,
                                const hn::TFromD<D>* weights, int64_t taps,
                                int64_t count, int64_t readable,
                                hn::TFromD<D>* out, int64_t rows_ahead = 0) {
  switch (taps) {
    case 1:
      return VerticalTaps<kStart, 1, D, T>{d,       src, pitch,
                                           weights, out, rows_ahead}
          .Run(count, readable);
    case 2:
      return VerticalTaps<kStart, 2, D, T>{d,       src, pitch,
                                           weights, out, rows_ahead}
          .Run(count, readable);
    case 3:
      return VerticalTaps<kStart, 3, D, T>{d,       src, pitch,
                                           weights, out, rows_ahead}
          .Run(count, readable);
    default:
      return VerticalTaps<kStart, 4, D, T>{d,       src, pitch,
                                           weights, out, rows_ahead}
          .Run(count, readable);
  }
}

// Source rows that row i + 1 of the result needs and row i does not.
template <typename A>
int64_t RowsAhead(const BandTable<A>& rows, int64_t i) {
  if (i + 1 == static_cast<int64_t>(rows.bands.size())) return 0;
  return rows.bands[i + 1].end() - rows.bands[i].end();
}

// Fetches rows into the caches, line after line, which someone else will sum:
// memory is then not idle while other work is done. Nothing from `end` on: to
// fetch what is not mapped takes longer than to read what is.
template <typename T>
class RowFetcher {
 public:
  // The first `count` elements of rows that are `pitch` apart.
  RowFetcher(const T* row, int64_t pitch, int64_t count, const T* end)
      : row_(row), pitch_(pitch), count_(count), end_(end) {}

  HWY_INLINE void FetchLine() {
    if (row_ + x_ >= end_) return;
    hwy::Prefetch(row_ + x_);
    x_ += static_cast<int64_t>(kLineBytes / sizeof(T));
    if (x_ < count_) return;
    x_ = 0;
    row_ += pitch_;
  }
  // As many lines as hold `count` elements, at least one.
  HWY_INLINE void Fetch(int64_t count) {
    constexpr auto kLine = static_cast<int64_t>(kLineBytes / sizeof(T));
    for (int64_t k = 0; k < count; k += kLine) FetchLine();
  }

 private:
  const T* row_;
  const int64_t pitch_;
  const int64_t count_;
  const T* const end_;
  int64_t x_ = 0;
};

// A band of source rows, `pitch` elements apart, whose elements stand next to
// each other.
template <typename T>
struct RowBand {
  const T* src;  // the band's first row, at the first column wanted
  int64_t pitch;
  int64_t rows;
  const AccumulatorOf<T>* weights;
  const T* end;  // behind the last element of the tensor
  // Rows behind the band that the caller will want next.
  int64_t rows_ahead = 0;
};

// out[0 .. count) = the weighted sum of the band's rows. `out` has room for
// `count` rounded up to whole vectors.
template <class D, typename T>
HWY_NOINLINE void VerticalSum(D d, bool forward, const RowBand<T>& band,
                              int64_t count, hn::TFromD<D>* out) {
  constexpr int64_t kMaxTaps = 4;
  // More streams than this in flight evict each other's lines.
  constexpr int64_t kMaxRowsAhead = 4;
  if (band.rows == 0) {
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    for (int64_t x = 0; x < count; x += lanes) {
      hn::StoreU(hn::Zero(d), d, out + x);
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
      RunVerticalTaps<Start::kResume>(d, src, band.pitch, weights, taps, count,
                                      readable, out, ahead);
    } else if (forward) {
      RunVerticalTaps<Start::kProduct>(d, src, band.pitch, weights, taps, count,
                                       readable, out, ahead);
    } else {
      RunVerticalTaps<Start::kZero>(d, src, band.pitch, weights, taps, count,
                                    readable, out, ahead);
    }
  }
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
  std::fill_n(out, padded, A{0});
  for (int64_t row = 0; row < band.rows; ++row) {
    const T* src = band.src + row * band.pitch;
    for (int64_t x = 0; x < count; ++x) row_buffer[x] = Widen(src[x * stride]);
    const A* weight = band.weights + row;
    if (row == 0 && forward) {
      RunVerticalTaps<Start::kProduct, D, A>(d, row_buffer, 0, weight, 1, count,
                                             padded, out);
    } else {
      RunVerticalTaps<Start::kResume, D, A>(d, row_buffer, 0, weight, 1, count,
                                            padded, out);
    }
  }
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
