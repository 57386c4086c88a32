// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The vertical pass for many rows. Most source rows of the gradient are taps of
// two rows that follow each other, and are loaded and widened once for both:
// the same sums, in the same order, as of each row alone. Rows of U have two
// taps; they are summed one by one.

// Per-target include guard
#if defined(BACKLERP_SRC_CPU_PAIRED_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BACKLERP_SRC_CPU_PAIRED_ROWS_INL_H_
#undef BACKLERP_SRC_CPU_PAIRED_ROWS_INL_H_
#else
#define BACKLERP_SRC_CPU_PAIRED_ROWS_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "cpu/vertical-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Adds kTaps source rows to the sums of two rows, each with its own weights.
template <Start kStart, Start kNextStart, int kTaps, class D, typename T>
struct PairedTaps {
  using A = hn::TFromD<D>;
  using V = hn::VFromD<D>;

  const T* src;
  int64_t pitch;
  const A* weights;
  const A* next_weights;
  A* out;
  A* next_out;
  int64_t rows_ahead;  // behind these taps, fetched into the cache meanwhile

  // Sums `count` columns; `readable` ones, from the row's first on, may be
  // loaded in every row.
  HWY_INLINE void Run(int64_t count, int64_t readable) const {
    const D d;
    const InOrder<D, T> order;
    const V w0 = WeightOf<0, kTaps>(d, weights);
    const V w1 = WeightOf<1, kTaps>(d, weights);
    const V w2 = WeightOf<2, kTaps>(d, weights);
    const V w3 = WeightOf<3, kTaps>(d, weights);
    const V n0 = WeightOf<0, kTaps>(d, next_weights);
    const V n1 = WeightOf<1, kTaps>(d, next_weights);
    const V n2 = WeightOf<2, kTaps>(d, next_weights);
    const V n3 = WeightOf<3, kTaps>(d, next_weights);
    const auto column = [&](int64_t x, auto load) HWY_ATTR {
      auto sum = order.Zero();
      auto next = order.Zero();
      if constexpr (kStart == Start::kResume) sum = order.LoadSums(out, x);
      if constexpr (kNextStart == Start::kResume) {
        next = order.LoadSums(next_out, x);
      }
      const auto add = [&](V w, V n, const T* p) HWY_ATTR {
        const auto value = load(p);
        sum = order.MulAdd(w, value, sum);
        next = order.MulAdd(n, value, next);
      };
      add(w0, n0, src + x);
      if constexpr (kTaps > 1) add(w1, n1, src + pitch + x);
      if constexpr (kTaps > 2) add(w2, n2, src + 2 * pitch + x);
      if constexpr (kTaps > 3) add(w3, n3, src + 3 * pitch + x);
      order.StoreSums(sum, out, x);
      order.StoreSums(next, next_out, x);
    };
    WalkColumns(order, count, readable, src + kTaps * pitch, pitch, rows_ahead,
                column);
  }
};

// How many bands from the first on follow each other in an image without gaps,
// and overlap with none but their neighbours.
template <typename T>
int64_t PairedRows(const RowBand<T>* bands, int64_t rows) {
  for (int64_t r = 0; r < rows; ++r) {
    const RowBand<T>& band = bands[r];
    if (band.rows == 0) return r;
    if (r == 0) continue;
    const RowBand<T>& before = bands[r - 1];
    const int64_t shift = band.first - before.first;
    if (band.src - before.src != shift * band.pitch || shift < 0 ||
        band.first > before.end_row() || band.end_row() < before.end_row()) {
      return r;
    }
    if (r > 1 && band.first < bands[r - 2].end_row()) return r;
  }
  return rows;
}

// The sums of such bands: `count` columns of each, rows `out_pitch` apart.
template <class D, typename T>
class PairedRowSum {
  using A = hn::TFromD<D>;

 public:
  PairedRowSum(const RowBand<T>* bands, int64_t rows, int64_t count)
      : bands_(bands), rows_(rows), count_(count) {}

  HWY_NOINLINE void Run(A* out, int64_t out_pitch) const {
    // The row of the source that comes next, and whether the row of the result
    // has no taps yet.
    int64_t k = bands_[0].first;
    bool starts = true;
    for (int64_t r = 0; r < rows_; ++r, out += out_pitch) {
      const int64_t end = bands_[r].end_row();
      const bool is_last = r + 1 == rows_;
      const int64_t next = is_last ? end : bands_[r + 1].first;
      for (; k < next; starts = false) {
        const int64_t taps = std::min(next - k, kMaxTaps);
        One(r, k, taps, starts, out);
        k += taps;
      }
      bool next_starts = true;
      for (; k < end; starts = next_starts = false) {
        const int64_t taps = std::min(end - k, kMaxTaps);
        Two(r, k, taps, starts, next_starts, out, out + out_pitch);
        k += taps;
      }
      starts = next_starts;
    }
  }

 private:
  const T* Row(int64_t k) const {
    return bands_[0].src + (k - bands_[0].first) * bands_[0].pitch;
  }
  const A* Weights(int64_t r, int64_t k) const {
    return bands_[r].weights + (k - bands_[r].first);
  }
  int64_t Readable(int64_t k, int64_t taps) const {
    return bands_[0].end - std::max(Row(k), Row(k + taps - 1));
  }
  // Rows from the k-th on that will be wanted next.
  int64_t Ahead(int64_t k) const {
    const RowBand<T>& last = bands_[rows_ - 1];
    return std::min(last.end_row() + last.rows_ahead - k, kMaxRowsAhead);
  }

  HWY_INLINE void One(int64_t r, int64_t k, int64_t taps, bool starts,
                      A* out) const {
    const auto run =
        [&]<Start kStart>(std::integral_constant<Start, kStart>) HWY_ATTR {
          RunVerticalTaps<kStart>(D(), InOrder<D, T>(), Row(k), bands_[0].pitch,
                                  Weights(r, k), taps, count_,
                                  Readable(k, taps), out, Ahead(k + taps));
        };
    if (starts) {
      run(std::integral_constant<Start, Start::kZero>());
    } else {
      run(std::integral_constant<Start, Start::kResume>());
    }
  }

  HWY_INLINE void Two(int64_t r, int64_t k, int64_t taps, bool starts,
                      bool next_starts, A* out, A* next_out) const {
    if (!next_starts) {
      TwoOf<Start::kResume, Start::kResume>(r, k, taps, out, next_out);
    } else if (starts) {
      TwoOf<Start::kZero, Start::kZero>(r, k, taps, out, next_out);
    } else {
      TwoOf<Start::kResume, Start::kZero>(r, k, taps, out, next_out);
    }
  }

  template <Start kStart, Start kNextStart>
  HWY_NOINLINE void TwoOf(int64_t r, int64_t k, int64_t taps, A* out,
                          A* next_out) const {
    const auto run =
        [&]<int kTaps>(std::integral_constant<int, kTaps>) HWY_ATTR {
          PairedTaps<kStart, kNextStart, kTaps, D, T>{
              Row(k), bands_[0].pitch, Weights(r, k),  Weights(r + 1, k),
              out,    next_out,        Ahead(k + taps)}
              .Run(count_, Readable(k, taps));
        };
    CallWithTaps(taps, run);
  }

  const RowBand<T>* const bands_;
  const int64_t rows_;
  const int64_t count_;
};

// The sums of `rows` bands: `count` columns of each, rows `out_pitch` apart.
template <class D, typename T>
HWY_INLINE void VerticalSums(D d, bool forward, const RowBand<T>* bands,
                             int64_t rows, int64_t count, hn::TFromD<D>* out,
                             int64_t out_pitch) {
  for (int64_t r = 0; r < rows;) {
    const int64_t paired = forward ? 1 : PairedRows(bands + r, rows - r);
    if (paired > 1) {
      PairedRowSum<D, T>(bands + r, paired, count)
          .Run(out + r * out_pitch, out_pitch);
      r += paired;
    } else {
      VerticalSum(d, forward, bands[r], count, out + r * out_pitch);
      ++r;
    }
  }
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
