// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The column-lane kernel: rows whose elements, or whose few channels, stand
// next to each other, where the columns of a vector read from a window of
// little more than a vector: images that double, a gradient that is larger than
// grad_out, U that enlarges. With a few channels any ratio.
//
// A task is one row of dst. Its vertical sums are made as everywhere; lanes
// then are consecutive columns (or columns times channels), which fetch their
// taps from the sums: by permutations of one or two vectors or, where the
// window is larger, by gathers. No transposes. The table that says where each
// lane's taps are is op/lane_table.h. Where a gradient's image doubles in
// width, all columns but those at the edges have the same weights, and even and
// odd columns of the sums are taken apart in registers.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/column_lanes.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// Must come after foreach_target.h:
#include "cpu/horizontal-inl.h"
#include "cpu/row_cursor.h"
#include "cpu/vector_io-inl.h"
#include "cpu/vector_kernels.h"
#include "cpu/vertical-inl.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "op/lane_table.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA
namespace hn = hwy::HWY_NAMESPACE;

// Source values of a strip, channels counted: with the source rows half of an
// L1 cache.
constexpr int64_t kStripValues = 1024;
// Rows whose sums are made before the columns of the first are: a row's sums
// are loaded from other addresses than they were stored to, which has to wait
// until they have reached the cache. As many as fit into two strips.
constexpr int64_t kMaxBatch = 8;
// Taps of a column: the table has as many weights for each.
constexpr int64_t kMaxColumnTaps = 64;

template <typename T>
class ColumnLanes {
  using A = AccumulatorOf<T>;
  using D = hn::ScalableTag<A>;
  using DI = hn::RebindToSigned<D>;
  using V = hn::VFromD<D>;
  using VI = hn::VFromD<DI>;
  using Index = hn::TFromD<DI>;

  static int64_t Lanes() { return static_cast<int64_t>(hn::Lanes(D())); }

 public:
  static bool Supports(const PlanData& plan) {
    if (plan.w<A>().max_count > kMaxColumnTaps) return false;
    if (IsChannelsLast(plan)) return true;
    return plan.src_strides.w == 1 && plan.dst_strides.w == 1 &&
           VectorsOfWindow(plan) <= 2;
  }

  static Partition Cut(const PlanData& plan) {
    Partition partition;
    partition.lane_channels = Channels(plan);
    const int64_t wanted = plan.tile_w_wanted > 0
                               ? plan.tile_w_wanted
                               : kStripValues / partition.lane_channels;
    // StripWalk then never cuts a band.
    partition.tile_w = std::max({wanted, kMinTile, 4 * plan.w<A>().max_count});
    partition.window_vectors = VectorsOfWindow(plan);
    partition.row_batch = std::clamp<int64_t>(
        2 * kStripValues / (plan.src_w * partition.lane_channels), 1,
        plan.src_w <= partition.tile_w ? kMaxBatch : 1);
    partition.scratch_bytes = RoundUpToScratchAlign(
        static_cast<size_t>(partition.row_batch * Pitch(plan, partition)) *
        sizeof(A));
    partition.tasks = plan.planes() / partition.lane_channels * plan.dst_h;
    return partition;
  }

  static void Run(const PlanData& plan, const void* src, void* dst,
                  std::byte* scratch, int64_t begin, int64_t end) noexcept {
    ColumnLanes kernel(plan, src, scratch);
    RowCursor<T> cursor(plan, static_cast<const T*>(src), static_cast<T*>(dst),
                        plan.partition.lane_channels, begin);
    for (int64_t row = begin; row < end; ++row, cursor.Next()) {
      kernel.Add(cursor);
    }
    kernel.Flush();
    if (plan.stream) hwy::FlushStream();
  }

 private:
  // Fewer channels than lanes, and all of a row's next to each other.
  static bool IsChannelsLast(const PlanData& plan) {
    const int64_t c = plan.problem.c;
    return c > 1 && c < Lanes() && plan.src_strides.c == 1 &&
           plan.dst_strides.c == 1 &&
           IsPitch(plan.src_w, plan.src_strides, c) &&
           IsPitch(plan.dst_w, plan.dst_strides, c);
  }
  static bool IsPitch(int64_t w, const Strides& strides, int64_t c) {
    return w == 1 || strides.w == c;
  }
  static int64_t Channels(const PlanData& plan) {
    return IsChannelsLast(plan) ? plan.problem.c : 1;
  }

  // In how many vectors the first taps of any columns that share a vector
  // stand; 3 for any more.
  static int64_t VectorsOfWindow(const PlanData& plan) {
    const int64_t lanes = Lanes();
    const int64_t channels = Channels(plan);
    const int64_t group = lanes / channels;
    const std::vector<Band>& bands = plan.w<A>().bands;
    const auto columns = static_cast<int64_t>(bands.size());
    int64_t widest = 1;
    for (int64_t j = 0; j < columns; ++j) {
      const int64_t last = std::min(j + group, columns) - 1;
      const int64_t values =
          (bands[last].begin - bands[j].begin + 1) * channels;
      widest = std::max(widest, values);
    }
    return std::min<int64_t>((widest + lanes - 1) / lanes, 3);
  }

  // From the sums of one row to those of the next. Columns are loaded as whole
  // vectors, from their last tap on.
  static int64_t Pitch(const PlanData& plan, const Partition& partition) {
    const int64_t columns = std::min(partition.tile_w, plan.src_w);
    const int64_t values =
        (columns + plan.w<A>().max_count) * partition.lane_channels;
    return (values + Lanes() - 1) / Lanes() * Lanes() + 4 * Lanes();
  }

  ColumnLanes(const PlanData& plan, const void* src, std::byte* scratch)
      : plan_(plan),
        table_(plan.lanes<A>()),
        taps_(plan.w<A>().max_count),
        lanes_(Lanes()),
        channels_(plan.partition.lane_channels),
        group_(lanes_ / channels_ * channels_),
        doubles_(Doubles(plan)),
        src_end_(static_cast<const T*>(src) + EndOfSource(plan)),
        pitch_(Pitch(plan, plan.partition)),
        sums_(reinterpret_cast<A*>(scratch)) {}

  // Takes the cursor's row into the batch.
  HWY_INLINE void Add(const RowCursor<T>& cursor) {
    const BandTable<A>& h = plan_.h<A>();
    const Band& band = h.bands[cursor.i()];
    if (band.count == 0) {
      // Weights are finite and not negative: every sum is +0.
      std::fill_n(cursor.dst(), plan_.dst_w * channels_, T{});
      return;
    }
    rows_[batch_] = {cursor.src() + band.begin * plan_.src_strides.h,
                     plan_.src_strides.h,
                     band.count,
                     h.WeightsOf(band),
                     src_end_,
                     RowsAhead(h, cursor.i())};
    dst_[batch_] = cursor.dst();
    if (++batch_ == plan_.partition.row_batch) Flush();
  }

  HWY_INLINE void Flush() {
    if (plan_.forward) {
      Rows</*kForward=*/true>();
    } else {
      Rows</*kForward=*/false>();
    }
    batch_ = 0;
  }

  template <bool kForward>
  HWY_INLINE void Rows() {
    StripWalk<A> walk(plan_.w<A>(), 0, plan_.dst_w, plan_.partition.tile_w);
    while (walk.Next()) {
      const int64_t x0 = walk.x0() * channels_;
      for (int64_t r = 0; r < batch_; ++r) {
        RowBand<T> rows = rows_[r];
        rows.src += x0;
        VerticalSum(D(), kForward, rows, walk.x1() * channels_ - x0,
                    sums_ + r * pitch_);
      }
      walk.Resumed([](const auto&) {});
      const int64_t begin = walk.whole_begin() * channels_;
      const int64_t end = walk.whole_end() * channels_;
      for (int64_t r = 0; r < batch_; ++r) {
        Columns<kForward>(dst_[r], sums_ + r * pitch_ - x0, begin, end);
      }
    }
  }

  template <bool kForward>
  HWY_INLINE void Columns(T* dst, const A* sums, int64_t begin, int64_t end) {
    if constexpr (!kForward) {
      if (doubles_) return DoubledColumns(dst, sums, begin, end);
    }
    switch (plan_.partition.window_vectors) {
      case 1:
        return AnyColumns<kForward, 1>(dst, sums, begin, end);
      case 2:
        return AnyColumns<kForward, 2>(dst, sums, begin, end);
      default:
        return AnyColumns<kForward, 3>(dst, sums, begin, end);
    }
  }

  // Entries begin .. end-1 of the table.
  template <bool kForward, int kVectors>
  HWY_INLINE void AnyColumns(T* dst, const A* sums, int64_t begin,
                             int64_t end) {
    const D d;
    if (channels_ == 1) {
      StoreRow(d, plan_.stream, dst, begin, end, [&](int64_t e) HWY_ATTR {
        return Group<kForward, kVectors>(sums, e, std::min(lanes_, end - e));
      });
      return;
    }
    // Lanes behind a group hold what no one asked for; the next group's store
    // covers them.
    int64_t e = begin;
    for (; e + lanes_ <= end; e += group_) {
      StoreNarrow(d, Group<kForward, kVectors>(sums, e, group_), dst + e);
    }
    for (; e < end; e += group_) {
      const int64_t rest = std::min(group_, end - e);
      StoreNarrowStrided(d, Group<kForward, kVectors>(sums, e, rest), dst + e,
                         /*stride=*/1, rest);
    }
  }

  // A gradient's columns that are not at an edge.
  static constexpr A kNear = A{0.75};
  static constexpr A kFar = A{0.25};
  static int64_t DoubledBegin() { return 2; }
  static int64_t DoubledEnd(const PlanData& plan) { return plan.dst_w - 1; }

  // Whether they all have the weights of a ratio of 1/2 with half-pixel
  // centres, whatever made them.
  static bool Doubles(const PlanData& plan) {
    if (plan.forward || plan.partition.lane_channels != 1) return false;
    const BandTable<A>& table = plan.w<A>();
    for (int64_t j = DoubledBegin(); j < DoubledEnd(plan); ++j) {
      const Band& band = table.bands[j];
      if (band.begin != 2 * j - 1 || band.count != 4) return false;
      const A* w = table.WeightsOf(band);
      if (w[0] != kFar || w[1] != kNear || w[2] != kNear || w[3] != kFar) {
        return false;
      }
    }
    return true;
  }

  HWY_INLINE void DoubledColumns(T* dst, const A* sums, int64_t begin,
                                 int64_t end) {
    const D d;
    const auto near = hn::Set(d, kNear);
    const auto far = hn::Set(d, kFar);
    const int64_t inner_end = DoubledEnd(plan_);
    StoreRow(d, plan_.stream, dst, begin, end, [&](int64_t j) HWY_ATTR {
      if (j < DoubledBegin() || j + lanes_ > inner_end) {
        return Group</*kForward=*/false, 2>(sums, j, std::min(lanes_, end - j));
      }
      const A* at = sums + 2 * j - 1;
      V x0, x1, x2, x3;
      hn::LoadInterleaved2(d, at, x0, x1);
      hn::LoadInterleaved2(d, at + 2, x2, x3);
      V sum = hn::MulAdd(far, x0, hn::Zero(d));
      sum = hn::MulAdd(near, x1, sum);
      sum = hn::MulAdd(near, x2, sum);
      return hn::MulAdd(far, x3, sum);
    });
  }

  // The sums of `wanted` lanes from entry e on; the others may hold anything.
  template <bool kForward, int kVectors>
  HWY_INLINE V Group(const A* sums, int64_t e, int64_t wanted) const {
    const D d;
    const DI di;
    const Index first = table_.begin[e];
    const VI places = hn::IfThenElseZero(
        hn::FirstN(di, wanted),
        hn::Sub(hn::LoadU(di, table_.begin.data() + e), hn::Set(di, first)));
    const VI count = hn::LoadU(di, table_.count.data() + e);
    const VI last = hn::Set(di, static_cast<Index>(lanes_ - 1));
    const auto is_upper = hn::RebindMask(d, hn::Gt(places, last));
    const auto lower = hn::IndicesFromVec(d, hn::Min(places, last));
    const auto upper = hn::IndicesFromVec(
        d, hn::Max(hn::Sub(places, hn::Set(di, static_cast<Index>(lanes_))),
                   hn::Zero(di)));
    // Every lane's at[place].
    const auto fetch = [&](const A* at) HWY_ATTR {
      if constexpr (kVectors > 2) return hn::GatherIndex(d, at, places);
      const V near = hn::TableLookupLanes(hn::LoadU(d, at), lower);
      if constexpr (kVectors == 1) return near;
      const V far = hn::TableLookupLanes(hn::LoadU(d, at + lanes_), upper);
      return hn::IfThenElse(is_upper, far, near);
    };
    const A* weights = table_.weights.data() + e;
    const A* at = sums + first;
    V sum = hn::Zero(d);
    int64_t k = 0;
    if constexpr (kForward) {
      sum = hn::Mul(hn::LoadU(d, weights), fetch(at));
      k = 1;
    }
    for (; k < taps_; ++k) {
      const auto has_tap = hn::Gt(count, hn::Set(di, static_cast<Index>(k)));
      if (hn::AllFalse(di, has_tap)) break;
      const V next = hn::MulAdd(hn::LoadU(d, weights + k * table_.entries),
                                fetch(at + k * channels_), sum);
      sum = hn::IfThenElse(hn::RebindMask(d, has_tap), next, sum);
    }
    return sum;
  }

  const PlanData& plan_;
  const LaneTable<A>& table_;
  const int64_t taps_;
  const int64_t lanes_;
  const int64_t channels_;
  const int64_t group_;  // lanes that hold whole columns
  const bool doubles_;
  const T* const src_end_;
  const int64_t pitch_;
  A* const sums_;  // a strip of vertical sums of each row of the batch

  int64_t batch_ = 0;  // rows in it
  RowBand<T> rows_[kMaxBatch];
  T* dst_[kMaxBatch];
};

void ColumnLaneKernels(std::vector<Kernel>* list) {
  AppendPerType<ColumnLanes>("columns", hwy::TargetName(HWY_TARGET), list);
}

#else
void ColumnLaneKernels(std::vector<Kernel>*) {}  // no fused multiply-add
#endif  // HWY_NATIVE_FMA
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace backlerp {

void AppendColumnLanes(int64_t target, std::vector<Kernel>* list) {
  BACKLERP_CALL_FOR_TARGET(ColumnLaneKernels, target, list);
}

}  // namespace backlerp
#endif  // HWY_ONCE
