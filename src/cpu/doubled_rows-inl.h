// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The vertical pass where an image doubles in height, by half-pixel centres:
// rows of a batch that follow each other share their source rows, which are
// loaded and widened once and not for each row they are a tap of. The same
// sums, in the same order, as by VerticalSumIn().

// Per-target include guard
#if defined(BACKLERP_SRC_CPU_DOUBLED_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BACKLERP_SRC_CPU_DOUBLED_ROWS_INL_H_
#undef BACKLERP_SRC_CPU_DOUBLED_ROWS_INL_H_
#else
#define BACKLERP_SRC_CPU_DOUBLED_ROWS_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include "cpu/doubled_columns-inl.h"
#include "cpu/row_batch-inl.h"
#include "cpu/vector_io-inl.h"
#include "cpu/vertical-inl.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA
namespace hn = hwy::HWY_NAMESPACE;

// Rows that a step makes. U's come in pairs: of a source row and the one before
// it (far), and of that row and the one behind it (far).
template <bool kForward>
inline constexpr int64_t kRowsOfStep = kForward ? 2 : 1;
// Source rows that a step takes and the one before it does not.
template <bool kForward>
inline constexpr int64_t kSourceRowsOfStep = kForward ? 1 : 2;

template <typename T>
bool HasWeights(const RowBand<T>& band,
                std::initializer_list<AccumulatorOf<T>> weights) {
  return band.rows == static_cast<int64_t>(weights.size()) &&
         std::equal(weights.begin(), weights.end(), band.weights);
}

// How many rows of the batch from the r-th on, whole steps, DoubledRowSum can
// make.
template <bool kForward, typename T>
int64_t CountDoubledRows(const RowBatch<T>& batch, int64_t r) {
  using A = AccumulatorOf<T>;
  constexpr A kNear = kNearWeight<A>;
  constexpr A kFar = kFarWeight<A>;
  const int64_t pitch = batch.band(r).pitch;
  constexpr int64_t kStep = kRowsOfStep<kForward>;
  const T* src = batch.band(r).src;
  int64_t rows = 0;
  for (; r + rows + kStep <= batch.size(); rows += kStep) {
    const RowBand<T>& band = batch.band(r + rows);
    if (band.src != src) break;
    if constexpr (kForward) {
      const RowBand<T>& second = batch.band(r + rows + 1);
      if (second.src != src + pitch || !HasWeights(band, {kFar, kNear}) ||
          !HasWeights(second, {kNear, kFar})) {
        break;
      }
    } else {
      if (!HasWeights(band, {kFar, kNear, kNear, kFar})) break;
    }
    src += kSourceRowsOfStep<kForward> * pitch;
  }
  return rows;
}

// Sums so many rows of dst, of which `first` is the first; their sums are
// `out_pitch` apart. Where U is computed, the next rows are fetched meanwhile.
template <bool kForward, class D, typename T, class Order>
class DoubledRowSum {
  using A = hn::TFromD<D>;
  using V = hn::VFromD<D>;

 public:
  DoubledRowSum(Order order, const RowBand<T>& first, int64_t rows,
                int64_t count, A* out, int64_t out_pitch)
      : order_(order),
        src_(first.src),
        pitch_(first.pitch),
        steps_(rows / kRowsOfStep<kForward>),
        count_(count),
        last_(first.src +
              (steps_ * kSourceRowsOfStep<kForward> + 1) * first.pitch),
        end_(first.end),
        out_(out),
        out_pitch_(out_pitch) {}

  HWY_NOINLINE void Run() const {
    constexpr auto kLine = static_cast<int64_t>(kLineBytes / sizeof(T));
    const int64_t columns = Order::Columns();
    const int64_t readable = end_ - std::max(src_, last_);
    const Order order = order_;
    const auto load = [order](const T* p) HWY_ATTR { return order.Load(p); };
    int64_t x = 0;
    for (; x < count_ && x + columns <= readable; x += columns) {
      if (kForward && x % kLine == 0) FetchNext(x);
      Column(x, load);
    }
    for (; x < count_; x += columns) {
      const int64_t rest = std::min(columns, count_ - x);
      Column(x, [order, rest](const T* p)
                    HWY_ATTR { return order.LoadPartial(p, rest); });
    }
  }

 private:
  HWY_INLINE void FetchNext(int64_t x) const {
    const T* row = last_;
    for (int64_t k = 0; k < steps_; ++k) {
      row += pitch_;
      hwy::Prefetch(FetchableRow(row, count_, end_) + x);
    }
  }

  template <class Load>
  HWY_INLINE void Column(int64_t x, Load load) const {
    const D d;
    const V near = hn::Set(d, kNearWeight<A>);
    const V far = hn::Set(d, kFarWeight<A>);
    const int64_t pitch = pitch_;
    const int64_t out_pitch = out_pitch_;
    const T* p = src_ + x;
    A* out = out_;
    auto x0 = load(p);
    auto x1 = load(p + pitch);
    p += 2 * pitch;
    for (int64_t step = steps_; step > 0; --step) {
      const auto x2 = load(p);
      if constexpr (kForward) {
        const auto even = order_.MulAdd(near, x1, order_.Mul(far, x0));
        const auto odd = order_.MulAdd(far, x2, order_.Mul(near, x1));
        order_.StoreSums(even, out, x);
        order_.StoreSums(odd, out + out_pitch, x);
        x0 = x1;
        x1 = x2;
        p += pitch;
        out += 2 * out_pitch;
      } else {
        const auto x3 = load(p + pitch);
        auto sum = order_.MulAdd(far, x0, order_.Zero());
        sum = order_.MulAdd(near, x1, sum);
        sum = order_.MulAdd(near, x2, sum);
        order_.StoreSums(order_.MulAdd(far, x3, sum), out, x);
        x0 = x2;
        x1 = x3;
        p += 2 * pitch;
        out += out_pitch;
      }
    }
  }

  const Order order_;
  const T* const src_;
  const int64_t pitch_;
  const int64_t steps_;
  const int64_t count_;  // columns
  const T* const last_;  // the last source row
  const T* const end_;
  A* const out_;
  const int64_t out_pitch_;
};

#endif  // HWY_NATIVE_FMA
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
