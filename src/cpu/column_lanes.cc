// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The column-lane kernel: rows whose elements, or whose few channels, stand
// next to each other, where the columns of a vector read from a window of
// little more than a vector: a gradient that is larger than grad_out, U that
// enlarges, images that double. With a few channels any ratio.
//
// A task is one row of dst, or where there are few a part of one. The rows of a
// batch are summed vertically as everywhere; lanes then are consecutive columns
// (or columns times channels), which fetch their taps from these sums, without
// transposes:
//   - column_blocks-inl.h, by shuffles of bytes, where four columns have their
//     taps in four values and the target's vectors are short;
//   - column_groups-inl.h, by permutations of one or two vectors or, where the
//     window is larger, by gathers.
// The tables of the latter two are op/block_table.h and op/lane_table.h. Past
// the caches, rows that follow each other are written as one run
// (line_writer-inl.h).

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/column_lanes.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// Must come after foreach_target.h:
#include "cpu/column_blocks-inl.h"
#include "cpu/column_groups-inl.h"
#include "cpu/horizontal-inl.h"
#include "cpu/line_writer-inl.h"
#include "cpu/row_batch-inl.h"
#include "cpu/row_cursor.h"
#include "cpu/side_by_side.h"
#include "cpu/vector_io-inl.h"
#include "cpu/vector_kernels.h"
#include "cpu/vertical-inl.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "op/block_table.h"
#include "op/lane_table.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA
namespace hn = hwy::HWY_NAMESPACE;

// Source values of a strip, channels counted: with the source rows half of an
// L1 cache.
constexpr int64_t kStripValues = 1024;
// Rows that are summed at a time.
constexpr int64_t kSharing = 4;
// Entries of a row that are collected before they are written past the caches,
constexpr int64_t kChunkValues = 1024;
// and of a batch of rows that follow each other.
constexpr int64_t kRunValues = 5 * kChunkValues;
// Taps of a column: the table has as many weights for each.
constexpr int64_t kMaxColumnTaps = 64;

template <typename T>
class ColumnLanes {
  using A = AccumulatorOf<T>;
  using D = hn::ScalableTag<A>;

  static_assert(HWY_MAX_BYTES / sizeof(A) <= LaneTable<A>::kPadding);

  static constexpr auto kVectorsOfLine =
      static_cast<int>(kLineBytes / sizeof(T) / hn::MaxLanes(D()));
  // Lines of more vectors take as long as their way through a buffer.
  static constexpr bool kStreamsBlocks = kVectorsOfLine <= 2;

  static int64_t Lanes() { return static_cast<int64_t>(hn::Lanes(D())); }

 public:
  static bool Supports(const PlanData& plan) {
    const int64_t channels = SideChannels(plan, Lanes());
    return channels > 0 && HasSmallTable(plan, channels) &&
           (channels > 1 || VectorsOfWindow(plan, channels) <= 2);
  }

  static Partition Cut(const PlanData& plan) {
    Partition partition;
    partition.lane_channels = SideChannels(plan, Lanes());
    const int64_t wanted = plan.tile_w_wanted > 0
                               ? plan.tile_w_wanted
                               : kStripValues / partition.lane_channels;
    // StripWalk then never cuts a band.
    partition.tile_w = std::max({wanted, kMinTile, 4 * plan.w<A>().max_count});
    partition.window_vectors = VectorsOfWindow(plan, partition.lane_channels);
    partition.blocks = UsesBlocks(plan, partition);
    partition.row_batch = BatchRows(plan, partition);
    partition.lane_table = true;
    partition.scratch_bytes = SumsBytes(plan, partition);
    if (plan.stream) {
      partition.scratch_bytes += RoundUpToScratchAlign(
          static_cast<size_t>(LineWriter<T>::BufferSize(kRunValues)) *
          sizeof(T));
    }
    const int64_t rows = plan.planes() / partition.lane_channels * plan.dst_h;
    partition.column_splits = RowSplits(plan, rows, 4 * Lanes());
    partition.tasks = rows * partition.column_splits;
    return partition;
  }

  static void Run(const PlanData& plan, const void* src, void* dst,
                  std::byte* scratch, int64_t begin, int64_t end) noexcept {
    ColumnLanes kernel(plan, src, scratch);
    const auto cursor_at = [&](int64_t row) {
      return RowCursor<T>(plan, static_cast<const T*>(src),
                          static_cast<T*>(dst), plan.partition.lane_channels,
                          row);
    };
    const int64_t splits = plan.partition.column_splits;
    if (splits == 1) {
      RowCursor<T> cursor = cursor_at(begin);
      for (int64_t row = begin; row < end; ++row, cursor.Next()) {
        kernel.Add(cursor);
      }
      kernel.Flush();
    }
    for (int64_t task = begin; splits > 1 && task < end; ++task) {
      const int64_t split = task % splits;
      kernel.first_ = plan.dst_w * split / splits;
      kernel.last_ = plan.dst_w * (split + 1) / splits;
      kernel.Add(cursor_at(task / splits));
      kernel.Flush();
    }
    kernel.writer_.Flush();
    if (plan.stream) hwy::FlushStream();
  }

 private:
  // Whether places fit into its indices, and one long band (of a far edge, say)
  // does not make it many times larger than the weights are.
  static bool HasSmallTable(const PlanData& plan, int64_t channels) {
    const BandTable<A>& bands = plan.w<A>();
    constexpr int64_t kMostPlaces =
        std::numeric_limits<typename LaneTable<A>::Index>::max();
    constexpr int64_t kMostPerWeight = 8;
    return plan.src_w <= kMostPlaces / channels - 2 * kMaxColumnTaps &&
           bands.max_count <= kMaxColumnTaps &&
           bands.max_count * plan.dst_w <=
               kMostPerWeight * static_cast<int64_t>(bands.weights.size());
  }

  // In how many vectors the first taps of any columns that share a vector
  // stand; 3 for any more.
  static int64_t VectorsOfWindow(const PlanData& plan, int64_t channels) {
    const int64_t lanes = Lanes();
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

  static bool UsesBlocks(const PlanData& plan, const Partition& partition) {
    return kShufflesBlocks<A> && partition.lane_channels == 1 &&
           partition.window_vectors == 1 && plan.dst_w >= 2 * Lanes() &&
           HasBlocks(plan.w<A>());
  }

  // From the sums of one row to those of the next. Columns are loaded as whole
  // vectors, from their last tap on.
  static int64_t Pitch(const PlanData& plan, const Partition& partition) {
    const int64_t columns = std::min(partition.tile_w, plan.src_w);
    const int64_t values =
        (columns + plan.w<A>().max_count) * partition.lane_channels;
    return (values + Lanes() - 1) / Lanes() * Lanes() + 4 * Lanes();
  }

  static int64_t BatchRows(const PlanData& plan, const Partition& partition) {
    if (plan.src_w > partition.tile_w) return 1;
    // As many as fit into two strips.
    int64_t rows = 2 * kStripValues / (plan.src_w * partition.lane_channels);
    const int64_t in_run = kRunValues / (plan.dst_w * partition.lane_channels);
    if (plan.stream && in_run >= kSharing) rows = std::min(rows, in_run);
    return std::clamp<int64_t>(rows, 1, RowBatch<T>::kMaxRows);
  }

  static size_t SumsBytes(const PlanData& plan, const Partition& partition) {
    return RoundUpToScratchAlign(
        static_cast<size_t>(partition.row_batch * Pitch(plan, partition)) *
        sizeof(A));
  }

  // Without a run, Chunk() uses the buffer for a chunk of each of its rows.
  static int64_t BufferPitch() { return kChunkValues + 2 * Lanes(); }
  static_assert(kSharing * (kChunkValues + 2 * HWY_MAX_BYTES / sizeof(A)) <=
                kRunValues);

  ColumnLanes(const PlanData& plan, const void* src, std::byte* scratch)
      : plan_(plan),
        table_(plan.lanes<A>()),
        taps_(plan.w<A>().max_count),
        lanes_(Lanes()),
        channels_(plan.partition.lane_channels),
        group_(lanes_ / channels_ * channels_),
        pitch_(Pitch(plan, plan.partition)),
        sums_(reinterpret_cast<A*>(scratch)),
        buffer_(
            reinterpret_cast<T*>(scratch + SumsBytes(plan, plan.partition))),
        row_values_(plan.dst_w * channels_),
        writer_(buffer_),
        batch_(plan, static_cast<const T*>(src) + EndOfSource(plan)) {}

  // Takes the cursor's row into the batch.
  HWY_INLINE void Add(const RowCursor<T>& cursor) {
    // Weights are finite and not negative: without rows every sum is +0. Past
    // the caches they are summed as others are, so as not to end a run.
    if (!plan_.stream && plan_.h<A>().bands[cursor.i()].count == 0) {
      std::fill_n(cursor.dst() + first_ * channels_,
                  (last_ - first_) * channels_, T{});
      return;
    }
    batch_.Add(cursor);
    if (batch_.size() == plan_.partition.row_batch) Flush();
  }

  HWY_INLINE void Flush() {
    if (batch_.size() == 0) return;
    if (plan_.stream) {
      run_ = IsRun() ? writer_.At(batch_.dst(0)) : nullptr;
      // What waits there would be in the way.
      if (run_ == nullptr) writer_.Flush();
    }
    if (plan_.forward) {
      Rows</*kForward=*/true>();
    } else {
      Rows</*kForward=*/false>();
    }
    if (run_ != nullptr) writer_.Commit(batch_.size() * row_values_);
    batch_.Clear();
  }

  // Whether the batch's rows are whole and follow each other, and collecting
  // them saves writing lines in two ways.
  HWY_INLINE bool IsRun() const {
    if (batch_.size() * row_values_ > kRunValues ||
        last_ - first_ != plan_.dst_w || plan_.src_w > plan_.partition.tile_w ||
        !batch_.IsRun(row_values_)) {
      return false;
    }
    return !(kStreamsBlocks && plan_.partition.blocks) ||
           !batch_.AreLines(0, batch_.size(), 0, row_values_);
  }

  // Where row r of the batch is stored through the caches: in the run, or in
  // dst.
  T* CachedRow(int64_t r) const {
    return run_ != nullptr ? run_ + r * row_values_ : batch_.dst(r);
  }

  template <bool kForward>
  HWY_INLINE void Rows() {
    StripWalk<A> walk(plan_.w<A>(), first_, last_, plan_.partition.tile_w);
    while (walk.Next()) {
      const int64_t x0 = walk.x0() * channels_;
      for (int64_t r = 0; r < batch_.size(); ++r) {
        RowBand<T> rows = batch_.band(r);
        rows.src += x0;
        VerticalSum(D(), kForward, rows, walk.x1() * channels_ - x0,
                    sums_ + r * pitch_);
      }
      walk.Resumed([](const auto&) {});
      const int64_t begin = walk.whole_begin() * channels_;
      const int64_t end = walk.whole_end() * channels_;
      Columns<kForward>(sums_ - x0, begin, end);
    }
  }

  // Entries begin .. end-1 of the table, in all rows of the batch. `sums` are
  // those of the first row, from the image's first column on.
  template <bool kForward>
  HWY_INLINE void Columns(const A* sums, int64_t begin, int64_t end) {
    if constexpr (kShufflesBlocks<A>) {
      if (plan_.partition.blocks) {
        return AnyColumns<kForward, 1, /*kBlocks=*/true>(sums, begin, end);
      }
    }
    switch (plan_.partition.window_vectors) {
      case 1:
        return AnyColumns<kForward, 1, false>(sums, begin, end);
      case 2:
        return AnyColumns<kForward, 2, false>(sums, begin, end);
      default:
        return AnyColumns<kForward, 3, false>(sums, begin, end);
    }
  }

  template <bool kForward, int kVectors, bool kBlocks>
  HWY_INLINE void AnyColumns(const A* sums, int64_t begin, int64_t end) {
    const int64_t chunk = kChunkValues / lanes_ * group_;
    for (; begin < end; begin += chunk) {
      const int64_t chunk_end = std::min(begin + chunk, end);
      int64_t r = 0;
      for (; r + kSharing <= batch_.size(); r += kSharing) {
        Chunk<kForward, kVectors, kBlocks, kSharing>(r, sums, begin, chunk_end);
      }
      for (; r < batch_.size(); ++r) {
        Chunk<kForward, kVectors, kBlocks, 1>(r, sums, begin, chunk_end);
      }
    }
  }

  // As above for kRows rows from the r-th on, and as many entries as the buffer
  // holds. The rows share what the table says of a vector's lanes.
  // Not inline: all of its kinds in one function take compilers minutes.
  template <bool kForward, int kVectors, bool kBlocks, int kRows>
  HWY_NOINLINE void Chunk(int64_t r, const A* sums, int64_t begin,
                          int64_t end) {
    const D d;
    const int64_t lanes = lanes_;
    const int64_t pitch = pitch_;
    sums += r * pitch;
    const bool streams = plan_.stream && run_ == nullptr;
    if constexpr (kBlocks && kStreamsBlocks) {
      if (streams && begin % lanes == 0 &&
          batch_.AreLines(r, kRows, begin, end)) {
        const BlockPointers blocks(plan_.blocks);
        for (int64_t e = begin; e < end; e += kVectorsOfLine * lanes) {
          SumBlocks<kForward, kRows, kVectorsOfLine>(
              d, blocks, sums, pitch, e,
              [&](int64_t i, int64_t j, hn::VFromD<D> v)
                  HWY_ATTR { StreamNarrow(d, v, batch_.dst(r + i) + j); });
        }
        return;
      }
    }
    T* to[kRows];
    for (int64_t i = 0; i < kRows; ++i) {
      to[i] = streams ? buffer_ + i * BufferPitch() - begin : CachedRow(r + i);
    }
    // Lanes behind a group hold what no one asked for; the next group's store
    // covers them. The buffer has room behind the last.
    const int64_t room = streams ? end + lanes : end;
    for (int64_t e = begin; e < end;) {
      if constexpr (kBlocks) {
        const BlockPointers blocks(plan_.blocks);
        if (e % lanes == 0) {
          for (; e + lanes <= end; e += lanes) {
            SumBlocks<kForward, kRows, 1>(
                d, blocks, sums, pitch, e,
                [&](int64_t i, int64_t j, hn::VFromD<D> v)
                    HWY_ATTR { StoreNarrow(d, v, to[i] + j); });
          }
          if (e == end) break;
        }
      }
      int64_t next = kBlocks ? (e / lanes + 1) * lanes : e + group_;
      int64_t count = std::min(group_, end - e);
      bool whole = e + lanes <= room;
      if (!whole && channels_ == 1 && end - begin >= lanes) {
        e = end - lanes;
        next = end;
        count = lanes;
        whole = true;
      }
      SumGroup<kForward, kVectors, kRows>(
          d, table_, taps_, channels_, sums, pitch, e, count,
          [&](int64_t i, hn::VFromD<D> v) HWY_ATTR {
            if (whole) {
              StoreNarrow(d, v, to[i] + e);
            } else {
              StoreNarrowStrided(d, v, to[i] + e, /*stride=*/1, count);
            }
          });
      e = next;
    }
    if (!streams) return;
    for (int64_t i = 0; i < kRows; ++i) {
      StreamCopy(to[i] + begin, end - begin, batch_.dst(r + i) + begin);
    }
  }

  const PlanData& plan_;
  const LaneTable<A>& table_;
  const int64_t taps_;
  const int64_t lanes_;
  const int64_t channels_;
  const int64_t group_;  // lanes that hold whole columns
  const int64_t pitch_;
  A* const sums_;    // a strip of vertical sums of each row of the batch
  T* const buffer_;  // what is to go past the caches: the writer's, or
                     // a chunk's while nothing waits in the writer
  const int64_t row_values_;  // of dst
  LineWriter<T> writer_;
  T* run_ = nullptr;  // in the buffer, where the batch's rows are a run

  int64_t first_ = 0;           // columns of dst that are wanted,
  int64_t last_ = plan_.dst_w;  // and behind them
  RowBatch<T> batch_;
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
