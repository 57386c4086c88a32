// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The spreading kernel: no pixel of dst has more than one in the source, as in
// the gradient of an image that shrank to half its size or less. Nothing is
// summed: a vector of dst is a permutation of one of the source, times two
// weights (op/spread_table.h). It is stored as it comes, past the caches too:
// what such a gradient takes is mostly the writing of it.
//
// A task is one row of dst, or where there are few a part of one.

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/spread_lanes.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// Must come after foreach_target.h:
#include "cpu/line_writer-inl.h"
#include "cpu/row_cursor.h"
#include "cpu/side_by_side.h"
#include "cpu/vector_io-inl.h"
#include "cpu/vector_kernels.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "op/spread_table.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA
namespace hn = hwy::HWY_NAMESPACE;

// Entries of a row that are spread at a time. Stores past the caches wait for
// memory while the next are spread, if these are few.
constexpr int64_t kSpreadChunk = 512;
// Entries of a row that is spread as a whole, so that rows which do not end
// with a cache line are written one behind the other; longer ones have few such
// ends.
constexpr int64_t kMaxCollected = 3 * kSpreadChunk;

template <typename T>
class SpreadLanes {
  using A = AccumulatorOf<T>;
  using D = hn::ScalableTag<A>;
  using V = hn::VFromD<D>;
  using Index = typename SpreadTable<A>::Index;

  static_assert(HWY_MAX_BYTES / sizeof(A) <= SpreadTable<A>::kPadding);
  static_assert(kSpreadChunk % (HWY_MAX_BYTES / sizeof(A)) == 0);

  static constexpr auto kLine = static_cast<int64_t>(kLineBytes / sizeof(T));

  static int64_t Lanes() { return static_cast<int64_t>(hn::Lanes(D())); }

 public:
  // Forward a row has a tap more often than not, unless it is copied.
  static bool Supports(const PlanData& plan) {
    return !plan.forward && plan.h<A>().max_count <= 1 &&
           SideChannels(plan, Lanes()) > 0 && CanSpread(plan.w<A>()) &&
           plan.src_w <= std::numeric_limits<Index>::max() / Lanes();
  }

  static Partition Cut(const PlanData& plan) {
    Partition partition;
    partition.lane_channels = SideChannels(plan, Lanes());
    partition.spread_lanes = Lanes();
    const int64_t rows = plan.planes() / partition.lane_channels * plan.dst_h;
    partition.column_splits = RowSplits(plan, rows, 4 * Lanes());
    partition.tasks = rows * partition.column_splits;
    partition.scratch_bytes =
        SpreadBytes(plan, partition) +
        RoundUpToScratchAlign(
            static_cast<size_t>(LineWriter<T>::BufferSize(kSpreadChunk)) *
            sizeof(T));
    return partition;
  }

  static void Run(const PlanData& plan, const void* src, void* dst,
                  std::byte* scratch, int64_t begin, int64_t end) noexcept {
    SpreadLanes kernel(plan, src, scratch);
    const int64_t splits = plan.partition.column_splits;
    RowCursor<T> cursor(plan, static_cast<const T*>(src), static_cast<T*>(dst),
                        plan.partition.lane_channels, begin / splits);
    if (splits == 1) {
      for (int64_t row = begin; row < end;) {
        const int64_t rows = kernel.RowsOfSource(cursor.i(), end - row);
        kernel.Rows(cursor, rows, 0, kernel.entries_);
        for (int64_t r = 0; r < rows; ++r, ++row) cursor.Next();
      }
    } else {
      for (int64_t task = begin; task < end; ++task) {
        const int64_t split = task % splits;
        kernel.Rows(cursor, 1, kernel.SplitBegin(split),
                    kernel.SplitBegin(split + 1));
        if (split + 1 == splits) cursor.Next();
      }
    }
    kernel.writer_.Flush();
    if (plan.stream) hwy::FlushStream();
  }

 private:
  static size_t SpreadBytes(const PlanData& plan, const Partition& partition) {
    const int64_t entries = plan.dst_w * partition.lane_channels;
    const int64_t most = Collects(plan, partition) ? entries : kSpreadChunk;
    // A vector may be loaded from the last entry on.
    return RoundUpToScratchAlign(
        static_cast<size_t>(std::min(entries, most) + 2 * Lanes()) * sizeof(A));
  }

  // Whether rows go through the writer.
  static bool Collects(const PlanData& plan, const Partition& partition) {
    const int64_t entries = plan.dst_w * partition.lane_channels;
    return plan.stream && partition.column_splits == 1 &&
           entries <= kMaxCollected &&
           (entries % kLine != 0 || plan.dst_strides.h % kLine != 0);
  }

  SpreadLanes(const PlanData& plan, const void* src, std::byte* scratch)
      : plan_(plan),
        table_(plan.spread<A>()),
        src_end_(static_cast<const T*>(src) + EndOfSource(plan)),
        row_values_(plan.src_w * plan.partition.lane_channels),
        entries_(plan.dst_w * plan.partition.lane_channels),
        collects_(Collects(plan, plan.partition)),
        chunk_(collects_ ? entries_ : kSpreadChunk),
        spread_(reinterpret_cast<A*>(scratch)),
        writer_(reinterpret_cast<T*>(scratch +
                                     SpreadBytes(plan, plan.partition))) {}

  // Where a piece of a row begins: with a vector of the table.
  int64_t SplitBegin(int64_t split) const {
    const int64_t splits = plan_.partition.column_splits;
    if (split == splits) return entries_;
    return entries_ * split / splits / Lanes() * Lanes();
  }

  // How many rows of dst from the i-th on, at most `most`, have its source row.
  int64_t RowsOfSource(int64_t i, int64_t most) const {
    const std::vector<Band>& bands = plan_.h<A>().bands;
    const int64_t end = std::min(i + most, plan_.dst_h);
    int64_t next = i + 1;
    while (next < end && bands[next].count == bands[i].count &&
           bands[next].begin == bands[i].begin) {
      ++next;
    }
    return next - i;
  }

  // Entries begin .. end-1 of the cursor's row and those behind it, `rows` with
  // one source row.
  HWY_INLINE void Rows(const RowCursor<T>& cursor, int64_t rows, int64_t begin,
                       int64_t end) {
    const BandTable<A>& h = plan_.h<A>();
    const Band* bands = &h.bands[cursor.i()];
    for (; begin < end; begin += chunk_) {
      const int64_t chunk_end = std::min(begin + chunk_, end);
      if (bands->count > 0) {
        Spread(cursor.src() + bands->begin * plan_.src_strides.h, begin,
               chunk_end);
      }
      for (int64_t r = 0; r < rows; ++r) {
        T* dst = cursor.dst() + r * plan_.dst_strides.h;
        if (bands->count > 0) {
          Weigh(*h.WeightsOf(bands[r]), dst, begin, chunk_end);
        } else {
          Clear(dst, begin, chunk_end);
        }
      }
    }
  }

  // A source row's values where they belong in a row of dst, and +0 where none
  // does.
  HWY_INLINE void Spread(const T* src, int64_t begin, int64_t end) const {
    const D d;
    const int64_t lanes = Lanes();
    if (src + row_values_ + lanes <= src_end_) {
      SpreadWith(begin, end,
                 [&](Index x) HWY_ATTR { return LoadWide(d, src + x); });
    } else {
      SpreadWith(begin, end, [&](Index x) HWY_ATTR {
        const T* p = src + x;
        return p + lanes <= src_end_ ? LoadWide(d, p)
                                     : LoadWidePartial(d, p, src_end_ - p);
      });
    }
  }

  template <class Load>
  HWY_INLINE void SpreadWith(int64_t begin, int64_t end, Load load) const {
    const D d;
    const hn::RebindToSigned<D> di;
    const int64_t lanes = Lanes();
    const Index* window = table_.window.data() + begin / lanes;
    const Index* places = table_.place.data();
    const A* weights = table_.weight.data();
    A* spread = spread_ - begin;
    for (int64_t e = begin; e < end; e += lanes) {
      const auto place = hn::IndicesFromVec(d, hn::LoadU(di, places + e));
      const V x = hn::TableLookupLanes(load(*window), place);
      const V has_tap = hn::LoadU(d, weights + e);
      hn::StoreU(hn::IfNegativeThenElse(has_tap, hn::Zero(d), x), d,
                 spread + e);
      ++window;
    }
  }

  // Both sums of a pixel begin at +0.
  HWY_INLINE void Weigh(A row_weight, T* dst, int64_t begin, int64_t end) {
    const D d;
    const A* weights = table_.weight.data();
    const A* spread = spread_ - begin;
    const V weight_y = hn::Set(d, row_weight);
    Store(dst, begin, end, [&](int64_t e) HWY_ATTR {
      const V sum = hn::MulAdd(weight_y, hn::LoadU(d, spread + e), hn::Zero(d));
      return hn::MulAdd(hn::LoadU(d, weights + e), sum, hn::Zero(d));
    });
  }

  HWY_INLINE void Clear(T* dst, int64_t begin, int64_t end) {
    Store(dst, begin, end, [&](int64_t) HWY_ATTR { return hn::Zero(D()); });
  }

  template <class Make>
  HWY_INLINE void Store(T* dst, int64_t begin, int64_t end, Make make) {
    if (collects_) {
      for (; begin < end; begin += kSpreadChunk) {
        const int64_t stop = std::min(begin + kSpreadChunk, end);
        StoreRow(D(), writer_.At(dst + begin) - begin, begin, stop, make);
        writer_.Commit(stop - begin);
      }
    } else if (plan_.stream) {
      StreamRow(D(), dst, begin, end, make);
    } else {
      StoreRow(D(), dst, begin, end, make);
    }
  }

  const PlanData& plan_;
  const SpreadTable<A>& table_;
  const T* const src_end_;
  const int64_t row_values_;  // of the source
  const int64_t entries_;     // of a row of dst
  const bool collects_;
  const int64_t chunk_;  // entries that are spread at a time
  A* const spread_;      // those
  LineWriter<T> writer_;
};

void SpreadLaneKernels(std::vector<Kernel>* list) {
  AppendPerType<SpreadLanes>("spread", hwy::TargetName(HWY_TARGET), list);
}

#else
void SpreadLaneKernels(std::vector<Kernel>*) {}  // no fused multiply-add
#endif  // HWY_NATIVE_FMA
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace backlerp {

void AppendSpreadLanes(int64_t target, std::vector<Kernel>* list) {
  BACKLERP_CALL_FOR_TARGET(SpreadLaneKernels, target, list);
}

}  // namespace backlerp
#endif  // HWY_ONCE
