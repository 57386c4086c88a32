// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The row-panel kernel: any strides, any ratio, both directions.
//
// A task is a group of L consecutive rows of dst (L = lanes; rows are counted
// across planes, so that small images fill the lanes too), and a range of its
// columns. Strip by strip along x:
//   1. vertical pass: for each row of the group the weighted sum of its source
//      rows, into one row of `panel` (paired_rows-inl.h);
//   2. L x L transposes of `panel` into `columns`, so that lanes are rows;
//   3. horizontal pass over `columns`: each finished column of dst, one vector,
//      goes into `block`; every L columns are transposed back, rounded and
//      stored. What is left at the end is stored together with columns before
//      it, once more, or, where there are too few, element by element.
// Rows of the group that do not exist (the last group) are neither made nor
// stored; their lanes hold garbage that no other lane sees.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/row_panel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// Must come after foreach_target.h:
#include "cpu/horizontal-inl.h"
#include "cpu/paired_rows-inl.h"
#include "cpu/transpose-inl.h"
#include "cpu/vector_io-inl.h"
#include "cpu/vector_kernels.h"
#include "cpu/vertical-inl.h"
#include "hwy/highway.h"
#include "op/kernel.h"
#include "op/layout.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA
namespace hn = hwy::HWY_NAMESPACE;

// Columns of a strip, unless the plan asks for others: panel and columns of
// eight float rows then take half of an L2 cache of 256 KiB or less, while a
// source row is still read in runs of 2 KiB.
constexpr int64_t kDefaultTile = 512;

template <typename T>
class RowPanel {
  using A = AccumulatorOf<T>;
  using D = hn::ScalableTag<A>;
  static constexpr size_t kMaxLanes = HWY_MAX_BYTES / sizeof(A);

  // Two squares of finished columns in turns, and one to join their ends in.
  static constexpr int64_t kBlockSquares = 3;

  // The scratch memory of one worker, in values of type A.
  struct Scratch {
    explicit Scratch(int64_t tile)
        : lanes(static_cast<int64_t>(hn::Lanes(D()))),
          // One vector more than the strip: at a power-of-two pitch all rows of
          // the panel would fall into the same cache sets.
          panel_pitch(RoundUp(tile) + lanes),
          columns_at(lanes * panel_pitch),
          block_at(columns_at + lanes * RoundUp(tile)),
          carry_at(block_at + kBlockSquares * lanes * lanes),
          row_at(carry_at + 2 * lanes),
          size(row_at + RoundUp(tile)) {}

    int64_t RoundUp(int64_t count) const {
      return (count + lanes - 1) / lanes * lanes;
    }
    size_t bytes() const {
      return RoundUpToScratchAlign(static_cast<size_t>(size) * sizeof(A));
    }

    int64_t lanes;
    int64_t panel_pitch;
    int64_t columns_at;
    int64_t block_at;
    int64_t carry_at;
    int64_t row_at;
    int64_t size;
  };

 public:
  static bool Supports(const PlanData&) { return true; }

  static Partition Cut(const PlanData& plan) {
    const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
    Partition partition;
    // A source narrower than the default strip needs no more room than it has.
    const int64_t wanted =
        plan.tile_w_wanted > 0
            ? plan.tile_w_wanted
            : std::min<int64_t>(kDefaultTile, plan.src_w + lanes);
    partition.tile_w = std::max(wanted, kMinTile);
    const Scratch scratch(partition.tile_w);
    partition.scratch_bytes = scratch.bytes();
    const int64_t groups = (plan.planes() * plan.dst_h + lanes - 1) / lanes;
    if (groups < plan.workers) {
      partition.column_splits = std::clamp<int64_t>(
          plan.dst_w / (4 * lanes), 1, (plan.workers + groups - 1) / groups);
    }
    partition.tasks = groups * partition.column_splits;
    return partition;
  }

  static void Run(const PlanData& plan, const void* src, void* dst,
                  std::byte* scratch, int64_t begin, int64_t end) noexcept {
    RowPanel kernel(plan, src, dst, scratch);
    const int64_t splits = plan.partition.column_splits;
    for (int64_t task = begin; task < end; ++task) {
      const int64_t split = task % splits;
      kernel.Task(task / splits, plan.dst_w * split / splits,
                  plan.dst_w * (split + 1) / splits);
    }
  }

 private:
  RowPanel(const PlanData& plan, const void* src, void* dst, std::byte* scratch)
      : plan_(plan),
        layout_(plan.partition.tile_w),
        lanes_(layout_.lanes),
        src_(static_cast<const T*>(src)),
        src_end_(src_ + EndOfSource(plan)),
        dst_(static_cast<T*>(dst)),
        panel_(reinterpret_cast<A*>(scratch)),
        columns_(panel_ + layout_.columns_at),
        block_(panel_ + layout_.block_at),
        carry_(panel_ + layout_.carry_at),
        row_(panel_ + layout_.row_at) {}

  HWY_INLINE void Task(int64_t group, int64_t j0, int64_t j1) {
    FindRows(group);
    first_j_ = j0;
    next_j_ = j0;
    StripWalk<A> walk(plan_.w<A>(), j0, j1, plan_.partition.tile_w);
    while (walk.Next()) {
      Vertical(walk.x0(), walk.x1() - walk.x0());
      TransposePanel(walk.x1() - walk.x0());
      if (plan_.forward) {
        Horizontal</*kForward=*/true>(&walk);
      } else {
        Horizontal</*kForward=*/false>(&walk);
      }
    }
    StoreRest();
  }

  void FindRows(int64_t group) {
    const int64_t first = group * lanes_;
    rows_ = std::min(lanes_, plan_.planes() * plan_.dst_h - first);
    for (int64_t r = 0; r < rows_; ++r) {
      const int64_t plane = (first + r) / plan_.dst_h;
      const int64_t i = (first + r) % plan_.dst_h;
      const Band& band = plan_.h<A>().bands[i];
      bands_[r] = {src_ + plan_.PlaneOffset(plan_.src_strides, plane) +
                       band.begin * plan_.src_strides.h,
                   plan_.src_strides.h,
                   band.begin,
                   band.count,
                   plan_.h<A>().WeightsOf(band),
                   src_end_,
                   RowsAhead(plan_.h<A>(), i)};
      row_dst_[r] = dst_ + plan_.PlaneOffset(plan_.dst_strides, plane) +
                    i * plan_.dst_strides.h;
    }
  }

  HWY_INLINE void Vertical(int64_t x0, int64_t count) {
    const D d;
    const Strides& strides = plan_.src_strides;
    const int64_t pitch = layout_.panel_pitch;
    RowBand<T> bands[kMaxLanes];
    for (int64_t r = 0; r < rows_; ++r) {
      bands[r] = bands_[r];
      bands[r].src += x0 * strides.w;
    }
    if (strides.w == 1) {
      VerticalSums(d, plan_.forward, bands, rows_, count, panel_, pitch);
      return;
    }
    for (int64_t r = 0; r < rows_; ++r) {
      VerticalSumStrided(d, plan_.forward, bands[r], strides.w, count, row_,
                         panel_ + r * pitch);
    }
  }

  HWY_INLINE void TransposePanel(int64_t count) {
    const D d;
    for (int64_t x = 0; x < count; x += lanes_) {
      A* to = columns_ + x * lanes_;
      TransposeSquare(d, panel_ + x, layout_.panel_pitch,
                      [&](int64_t k, hn::VFromD<D> v)
                          HWY_ATTR { hn::StoreU(v, d, to + k * lanes_); });
    }
  }

  template <bool kForward>
  HWY_INLINE void Horizontal(StripWalk<A>* walk) {
    const auto part = [&](const typename StripWalk<A>::Part& p)
                          HWY_ATTR { Part<kForward>(p, walk->x0()); };
    walk->Resumed(part);
    Whole<kForward>(walk->whole_begin(), walk->whole_end(), walk->x0());
    walk->Unfinished(part);
  }

  // Columns whose bands the strip holds whole.
  template <bool kForward>
  HWY_INLINE void Whole(int64_t j, int64_t end, int64_t x0) {
    const D d;
    const Band* bands = plan_.w<A>().bands.data();
    const A* weights = plan_.w<A>().weights.data();
    const A* columns = columns_ - x0 * lanes_;
    while (j < end) {
      const int64_t count = std::min(end - j, lanes_ - InSquare());
      A* to = NextColumn();
      for (int64_t k = 0; k < count; ++k) {
        const Band& band = bands[j + k];
        const auto sum =
            WeightedSum(d, kForward, hn::Zero(d), weights + band.first_weight,
                        columns + band.begin * lanes_, lanes_, band.count);
        hn::StoreU(sum, d, to + k * lanes_);
      }
      j += count;
      Finish(count);
    }
  }

  template <bool kForward>
  HWY_INLINE void Part(const typename StripWalk<A>::Part& part, int64_t x0) {
    const D d;
    const Band& band = plan_.w<A>().bands[part.j];
    A* carry = carry_ + (part.j & 1) * lanes_;
    auto sum = part.starts ? hn::Zero(d) : hn::LoadU(d, carry);
    sum = WeightedSum(d, kForward && part.starts, sum,
                      plan_.w<A>().WeightsOf(band) + (part.begin - band.begin),
                      columns_ + (part.begin - x0) * lanes_, lanes_,
                      part.end - part.begin);
    if (!part.finishes) {
      hn::StoreU(sum, d, carry);
      return;
    }
    hn::StoreU(sum, d, NextColumn());
    Finish(1);
  }

  // Column j of dst stands in the block at the place (j - first_j_) modulo 2 L.
  int64_t InSquare() const { return (next_j_ - first_j_) % lanes_; }
  A* NextColumn() const {
    return block_ + (next_j_ - first_j_) % (2 * lanes_) * lanes_;
  }

  // Counts finished columns, all in one square.
  HWY_INLINE void Finish(int64_t count) {
    next_j_ += count;
    if (InSquare() != 0) return;
    const int64_t place = (next_j_ - lanes_ - first_j_) % (2 * lanes_);
    StoreSquare(place, next_j_ - lanes_, lanes_);
  }

  // The columns that are not stored yet, less than a square.
  HWY_INLINE void StoreRest() {
    const int64_t count = InSquare();
    if (count == 0) return;
    const int64_t place = (next_j_ - count - first_j_) % (2 * lanes_);
    if (next_j_ - first_j_ < lanes_ || plan_.dst_strides.w != 1) {
      StoreSquare(place, next_j_ - count, count);
      return;
    }
    int64_t end = place + count;
    if (place == 0) {
      // The columns before stand in the second square: behind it, then.
      std::copy_n(block_, count * lanes_, block_ + 2 * lanes_ * lanes_);
      end += 2 * lanes_;
    }
    StoreSquare(end - lanes_, next_j_ - lanes_, lanes_);
  }

  // Stores the block's columns from `place` on as the `count` ones from j on.
  HWY_INLINE void StoreSquare(int64_t place, int64_t j, int64_t count) {
    const D d;
    const int64_t stride = plan_.dst_strides.w;
    const bool whole = count == lanes_ && stride == 1;
    TransposeSquare(d, block_ + place * lanes_, lanes_,
                    [&](int64_t r, hn::VFromD<D> v) HWY_ATTR {
                      if (r >= rows_) return;
                      T* to = row_dst_[r] + j * stride;
                      if (whole) {
                        StoreNarrow(d, v, to);
                      } else {
                        StoreNarrowStrided(d, v, to, stride, count);
                      }
                    });
  }

  const PlanData& plan_;
  const Scratch layout_;
  const int64_t lanes_;
  const T* const src_;
  const T* const src_end_;
  T* const dst_;
  A* const panel_;    // L rows of a strip
  A* const columns_;  // the same, transposed
  A* const block_;    // finished columns
  A* const carry_;    // sums that go on in the next strip
  A* const row_;      // a strided source row, gathered

  int64_t rows_ = 0;             // of the group
  RowBand<T> bands_[kMaxLanes];  // from the image's first column on
  T* row_dst_[kMaxLanes];
  int64_t first_j_ = 0;  // columns of dst: the task's first,
  int64_t next_j_ = 0;   // and the first that is not finished
};

void RowPanelKernels(std::vector<Kernel>* list) {
  AppendPerType<RowPanel>("rows", hwy::TargetName(HWY_TARGET), list);
}

#else
void RowPanelKernels(std::vector<Kernel>*) {
}  // no fused multiply-add, no kernel
#endif  // HWY_NATIVE_FMA
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace backlerp {

void AppendRowPanel(int64_t target, std::vector<Kernel>* list) {
  BACKLERP_CALL_FOR_TARGET(RowPanelKernels, target, list);
}

}  // namespace backlerp
#endif  // HWY_ONCE
