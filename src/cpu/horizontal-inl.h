// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The horizontal pass: lanes hold independent sums (rows of a panel, or
// channels), and one walk along x makes the columns of the result.

// Per-target include guard
#if defined(BACKLERP_SRC_CPU_HORIZONTAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BACKLERP_SRC_CPU_HORIZONTAL_INL_H_
#undef BACKLERP_SRC_CPU_HORIZONTAL_INL_H_
#else
#define BACKLERP_SRC_CPU_HORIZONTAL_INL_H_
#endif

#include <algorithm>
#include <cstdint>

#include "hwy/highway.h"
#include "op/band_table.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// sum + weights[k] * source[k * pitch] for k in 0 .. count-1, in this order.
// With `product` the first step is a product (the start of a sum of U).
template <class D, class V = hn::VFromD<D>, typename A = hn::TFromD<D>>
HWY_INLINE V WeightedSum(D d, bool product, V sum, const A* weights,
                         const A* source, int64_t pitch, int64_t count) {
  if (product) {
    sum = hn::Mul(hn::Set(d, weights[0]), hn::LoadU(d, source));
    ++weights;
    source += pitch;
    --count;
  }
  for (int64_t k = 0; k < count; ++k) {
    sum = hn::MulAdd(hn::Set(d, weights[k]), hn::LoadU(d, source + k * pitch),
                     sum);
  }
  return sum;
}

// Walks the columns j0 .. j1-1 of a result, strip by strip of at most `tile`
// source columns. Where bands are short the strips overlap by less than a band
// and every column is whole in one of them. Where a band may be longer than an
// overlap is worth, strips do not overlap and its sum is carried over; at most
// two sums, of neighbours, are then under way at a time.
//
//   StripWalk walk(...);
//   while (walk.Next()) {
//     make the source columns walk.x0() .. walk.x1()-1
//     walk.Resumed(part);           // sums that earlier strips began
//     use walk.whole_begin() .. walk.whole_end()-1
//     walk.Unfinished(part);        // sums that later strips go on with
//   }
template <typename A>
class StripWalk {
 public:
  // What one strip holds of a column's band: source columns begin .. end-1.
  struct Part {
    int64_t j;
    int64_t begin;
    int64_t end;
    bool starts;    // no earlier strip held any
    bool finishes;  // no later strip does
  };

  StripWalk(const BandTable<A>& table, int64_t j0, int64_t j1, int64_t tile)
      : bands_(table.bands.data()),
        j_(j0),
        j1_(j1),
        tile_(tile),
        carries_(table.max_count > tile / 4),
        x1_(bands_[j0].begin) {}

  bool Next() {
    if (j_ == j1_) return false;
    x0_ = carries_ ? x1_ : bands_[j_].begin;
    x1_ = std::min(x0_ + tile_, bands_[j1_ - 1].end());
    return true;
  }

  int64_t x0() const { return x0_; }
  int64_t x1() const { return x1_; }

  template <class Visit>
  HWY_INLINE void Resumed(Visit visit) {
    while (j_ < j1_ && bands_[j_].begin < x0_ && bands_[j_].end() <= x1_) {
      visit(Part{j_, x0_, bands_[j_].end(), false, true});
      ++j_;
    }
    whole_begin_ = j_;
    if (x1_ == bands_[j1_ - 1].end()) {  // the last strip
      j_ = j1_;
      return;
    }
    const auto inside = [this](const Band& band) { return band.end() <= x1_; };
    j_ = std::partition_point(bands_ + j_, bands_ + j1_, inside) - bands_;
  }

  int64_t whole_begin() const { return whole_begin_; }
  int64_t whole_end() const { return j_; }

  template <class Visit>
  HWY_INLINE void Unfinished(Visit visit) {
    if (!carries_) return;
    for (int64_t j = j_; j < j1_ && bands_[j].begin < x1_; ++j) {
      const bool starts = bands_[j].begin >= x0_;
      visit(Part{j, starts ? bands_[j].begin : x0_, x1_, starts, false});
    }
  }

 private:
  const Band* bands_;
  int64_t j_;  // the first column that is not finished
  int64_t j1_;
  int64_t tile_;
  bool carries_;
  int64_t x0_ = 0;
  int64_t x1_;
  int64_t whole_begin_ = 0;
};

// The narrowest strip that holds a band of U and leaves room to move on.
inline constexpr int64_t kMinTile = 8;

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
