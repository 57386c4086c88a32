// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Rows of dst that a kernel computes together: the vertical sums of all of them
// first, their columns then. A row's sums are loaded from other addresses than
// they were stored to, which has to wait until they have reached the cache.

// Per-target include guard
#if defined(BACKLERP_SRC_CPU_ROW_BATCH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BACKLERP_SRC_CPU_ROW_BATCH_INL_H_
#undef BACKLERP_SRC_CPU_ROW_BATCH_INL_H_
#else
#define BACKLERP_SRC_CPU_ROW_BATCH_INL_H_
#endif

#include <cstdint>

#include "cpu/row_cursor.h"
#include "cpu/vector_io-inl.h"
#include "cpu/vertical-inl.h"
#include "hwy/highway.h"
#include "op/plan_data.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {

template <typename T>
class RowBatch {
 public:
  static constexpr int64_t kMaxRows = 8;

  // `src_end` is behind the last element of the source.
  RowBatch(const PlanData& plan, const T* src_end)
      : plan_(plan), src_end_(src_end) {}

  int64_t size() const { return size_; }
  void Clear() { size_ = 0; }

  // The cursor's row, whose band may be empty. There must be room.
  HWY_INLINE void Add(const RowCursor<T>& cursor) {
    using A = AccumulatorOf<T>;
    const BandTable<A>& h = plan_.h<A>();
    const Band& band = h.bands[cursor.i()];
    rows_[size_] = {cursor.src() + band.begin * plan_.src_strides.h,
                    plan_.src_strides.h,
                    band.begin,
                    band.count,
                    h.WeightsOf(band),
                    src_end_,
                    RowsAhead(h, cursor.i())};
    dst_[size_] = cursor.dst();
    ++size_;
  }

  const RowBand<T>& band(int64_t r) const { return rows_[r]; }
  T* dst(int64_t r) const { return dst_[r]; }

  // Whether rows of so many elements follow each other in dst.
  HWY_INLINE bool IsRun(int64_t row_elements) const {
    for (int64_t r = 1; r < size_; ++r) {
      if (dst_[r] != dst_[r - 1] + row_elements) return false;
    }
    return true;
  }

  // Whether elements begin .. end-1 of `count` rows of dst from the r-th on are
  // whole cache lines.
  bool AreLines(int64_t r, int64_t count, int64_t begin, int64_t end) const {
    uintptr_t ends = 0;
    for (int64_t i = r; i < r + count; ++i) {
      ends |= reinterpret_cast<uintptr_t>(dst_[i] + begin);
      ends |= reinterpret_cast<uintptr_t>(dst_[i] + end);
    }
    return ends % kLineBytes == 0;
  }

 private:
  const PlanData& plan_;
  const T* const src_end_;
  int64_t size_ = 0;
  RowBand<T> rows_[kMaxRows];
  T* dst_[kMaxRows];
};

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
