// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The channel-lane kernel: channels next to each other in both tensors (NHWC,
// or NCHW with channels-last strides), any ratio, both directions.
//
// A task is one row of dst and a range of its columns. Channels are the lanes
// already, so that no transposes are needed. For each block of channels, strip
// by strip along x:
//   1. vertical pass into `panel`, one source column's channels after another;
//      where the block holds all channels of a packed row, the strip is one
//      contiguous run;
//   2. horizontal pass: each vector of channels of each column of dst is
//      summed, rounded and stored; the last, partial one element by element.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/channel_lanes.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// Must come after foreach_target.h:
#include "cpu/horizontal-inl.h"
#include "cpu/vector_io-inl.h"
#include "cpu/vector_kernels.h"
#include "cpu/vertical-inl.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "op/kernel.h"
#include "op/layout.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA
namespace hn = hwy::HWY_NAMESPACE;

// Values of a strip, all its channels counted: a quarter of an L2 cache of
// 512 KiB as floats, and long runs of each source row.
constexpr int64_t kPanelValues = 16 << 10;
// Channels of a block: enough for runs of 2 KiB of floats, few enough that a
// strip of kPanelValues has dozens of columns.
constexpr int64_t kMaxChannels = 512;

template <typename T>
class ChannelLanes {
  using A = AccumulatorOf<T>;
  using D = hn::ScalableTag<A>;

 public:
  static bool Supports(const PlanData& plan) {
    return plan.problem.c > 1 && plan.src_strides.c == 1 &&
           plan.dst_strides.c == 1;
  }

  static Partition Cut(const PlanData& plan) {
    Partition partition;
    const int64_t wanted =
        plan.tile_w_wanted > 0
            ? plan.tile_w_wanted
            : std::min(kPanelValues / RoundUp(MostChannels(plan)), plan.src_w);
    partition.tile_w = std::max(wanted, kMinTile);
    // One vector behind the panel: its last column is loaded as whole vectors.
    const int64_t values =
        (partition.tile_w + 2) * RoundUp(MostChannels(plan)) + Lanes();
    partition.scratch_bytes =
        RoundUpToScratchAlign(static_cast<size_t>(values) * sizeof(A));
    const int64_t rows = plan.problem.n * plan.dst_h;
    if (rows < plan.workers) {
      partition.column_splits = std::clamp<int64_t>(
          plan.dst_w / 8, 1, (plan.workers + rows - 1) / rows);
    }
    partition.tasks = rows * partition.column_splits;
    return partition;
  }

  static void Run(const PlanData& plan, const void* src, void* dst,
                  std::byte* scratch, int64_t begin, int64_t end) noexcept {
    ChannelLanes kernel(plan, src, dst, scratch);
    const int64_t splits = plan.partition.column_splits;
    for (int64_t task = begin; task < end; ++task) {
      const int64_t split = task % splits;
      kernel.Task(task / splits, plan.dst_w * split / splits,
                  plan.dst_w * (split + 1) / splits);
    }
    if (plan.stream) hwy::FlushStream();
  }

 private:
  static int64_t MostChannels(const PlanData& plan) {
    return std::min(plan.problem.c, kMaxChannels);
  }
  static int64_t Lanes() { return static_cast<int64_t>(hn::Lanes(D())); }
  static int64_t RoundUp(int64_t count) {
    return (count + Lanes() - 1) / Lanes() * Lanes();
  }

  ChannelLanes(const PlanData& plan, const void* src, void* dst,
               std::byte* scratch)
      : plan_(plan),
        lanes_(Lanes()),
        src_(static_cast<const T*>(src)),
        src_end_(src_ + EndOfSource(plan)),
        dst_(static_cast<T*>(dst)),
        carry_(reinterpret_cast<A*>(scratch)),
        panel_(carry_ + 2 * RoundUp(MostChannels(plan))) {}

  HWY_INLINE void Task(int64_t row, int64_t j0, int64_t j1) {
    const int64_t n = row / plan_.dst_h;
    const int64_t i = row % plan_.dst_h;
    const Band& rows = plan_.h<A>().bands[i];
    rows_ahead_ = RowsAhead(plan_.h<A>(), i);
    const T* src =
        src_ + n * plan_.src_strides.n + rows.begin * plan_.src_strides.h;
    T* dst = dst_ + n * plan_.dst_strides.n + i * plan_.dst_strides.h;
    for (int64_t c = 0; c < plan_.problem.c; c += kMaxChannels) {
      channels_ = std::min(plan_.problem.c - c, kMaxChannels);
      contiguous_ = plan_.src_strides.w == channels_;
      stream_ = plan_.stream && IsWholeLines(dst + c);
      pitch_ = contiguous_ ? channels_ : RoundUp(channels_);
      StripWalk<A> walk(plan_.w<A>(), j0, j1, plan_.partition.tile_w);
      while (walk.Next()) {
        Vertical(src + c, rows, walk.x0(), walk.x1() - walk.x0());
        if (plan_.forward) {
          Horizontal</*kForward=*/true>(&walk, dst + c);
        } else {
          Horizontal</*kForward=*/false>(&walk, dst + c);
        }
      }
    }
  }

  // Whether every column's channels of this block are whole cache lines.
  bool IsWholeLines(const T* first) const {
    const auto bytes = [](int64_t elements) {
      return static_cast<size_t>(elements) * sizeof(T);
    };
    return reinterpret_cast<uintptr_t>(first) % kLineBytes == 0 &&
           bytes(channels_) % kLineBytes == 0 &&
           bytes(plan_.dst_strides.w) % kLineBytes == 0;
  }

  HWY_INLINE void Vertical(const T* src, const Band& band, int64_t x0,
                           int64_t count) {
    const D d;
    const Strides& strides = plan_.src_strides;
    RowBand<T> rows = {
        src + x0 * strides.w,         strides.h, band.begin, band.count,
        plan_.h<A>().WeightsOf(band), src_end_,  rows_ahead_};
    if (contiguous_) {
      VerticalSum(d, plan_.forward, rows, count * channels_, panel_);
      return;
    }
    for (int64_t x = 0; x < count; ++x, rows.src += strides.w) {
      VerticalSum(d, plan_.forward, rows, channels_, panel_ + x * pitch_);
    }
  }

  template <bool kForward>
  HWY_INLINE void Horizontal(StripWalk<A>* walk, T* dst) {
    const BandTable<A>& table = plan_.w<A>();
    const int64_t stride = plan_.dst_strides.w;
    const A* panel = panel_ - walk->x0() * pitch_;
    const auto part = [&](const typename StripWalk<A>::Part& p) HWY_ATTR {
      const Band& band = table.bands[p.j];
      A* carry = carry_ + (p.j & 1) * RoundUp(channels_);
      const A* weights = table.WeightsOf(band) + (p.begin - band.begin);
      PartOfColumn<kForward>(p.starts ? nullptr : carry, weights,
                             panel + p.begin * pitch_, p.end - p.begin,
                             p.finishes ? nullptr : carry, dst + p.j * stride);
    };
    walk->Resumed(part);
    for (int64_t j = walk->whole_begin(); j < walk->whole_end(); ++j) {
      const Band& band = table.bands[j];
      Column<kForward>(table.WeightsOf(band), panel + band.begin * pitch_,
                       band.count, dst + j * stride);
    }
    walk->Unfinished(part);
  }

  template <bool kForward>
  HWY_INLINE void Column(const A* weights, const A* source, int64_t count,
                         T* to) {
    switch (count) {
      case 1:
        return ColumnOf<kForward, 1>(weights, source, count, to);
      case 2:
        return ColumnOf<kForward, 2>(weights, source, count, to);
      case 4:
        return ColumnOf<kForward, 4>(weights, source, count, to);
      default:
        return ColumnOf<kForward, 0>(weights, source, count, to);
    }
  }

  // Sums and stores one column's channels. With kTaps not 0, that is `count`.
  template <bool kForward, int kTaps>
  HWY_INLINE void ColumnOf(const A* weights, const A* source, int64_t count,
                           T* to) {
    const D d;
    const int64_t pitch = pitch_;
    // Outside of the loop; an empty band has none.
    const auto weight = [&](int k) HWY_ATTR {
      return k < kTaps ? hn::Set(d, weights[k]) : hn::Zero(d);
    };
    const auto w0 = weight(0);
    const auto w1 = weight(1);
    const auto w2 = weight(2);
    const auto w3 = weight(3);
    const auto make = [&](int64_t c) HWY_ATTR {
      const A* at = source + c;
      if constexpr (kTaps == 0) {
        return WeightedSum(d, kForward, hn::Zero(d), weights, at, pitch, count);
      } else {
        auto sum = kForward ? hn::Mul(w0, hn::LoadU(d, at))
                            : hn::MulAdd(w0, hn::LoadU(d, at), hn::Zero(d));
        if (kTaps > 1) sum = hn::MulAdd(w1, hn::LoadU(d, at + pitch), sum);
        if (kTaps > 2) sum = hn::MulAdd(w2, hn::LoadU(d, at + 2 * pitch), sum);
        if (kTaps > 3) sum = hn::MulAdd(w3, hn::LoadU(d, at + 3 * pitch), sum);
        return sum;
      }
    };
    if (stream_) {
      StreamRow(d, to, 0, channels_, make);
    } else {
      StoreRow(d, to, 0, channels_, make);
    }
  }

  // Sums what a strip holds of a column, from `resume` or from the start, and
  // keeps the sums in `keep` or stores them as the result.
  template <bool kForward>
  HWY_INLINE void PartOfColumn(const A* resume, const A* weights,
                               const A* source, int64_t count, A* keep, T* to) {
    const D d;
    for (int64_t c = 0; c < channels_; c += lanes_) {
      auto sum = resume != nullptr ? hn::LoadU(d, resume + c) : hn::Zero(d);
      sum = WeightedSum(d, kForward && resume == nullptr, sum, weights,
                        source + c, pitch_, count);
      if (keep != nullptr) {
        hn::StoreU(sum, d, keep + c);
      } else if (c + lanes_ <= channels_) {
        StoreNarrow(d, sum, to + c);
      } else {
        StoreNarrowStrided(d, sum, to + c, /*stride=*/1, channels_ - c);
      }
    }
  }

  const PlanData& plan_;
  const int64_t lanes_;
  const T* const src_;
  const T* const src_end_;
  T* const dst_;
  A* const carry_;  // sums that go on in the next strip, two columns
  A* const panel_;  // the strip's vertical sums

  int64_t rows_ahead_ = 0;
  int64_t channels_ = 0;     // of the block
  bool contiguous_ = false;  // the strip is one run of memory
  bool stream_ = false;  // columns are whole lines, which go past the caches
  int64_t pitch_ = 0;    // of the panel's columns
};

void ChannelLaneKernels(std::vector<Kernel>* list) {
  AppendPerType<ChannelLanes>("channels", hwy::TargetName(HWY_TARGET), list);
}

#else
void ChannelLaneKernels(std::vector<Kernel>*) {
}  // no fused multiply-add, no kernel
#endif  // HWY_NATIVE_FMA
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace backlerp {

void AppendChannelLanes(int64_t target, std::vector<Kernel>* list) {
  BACKLERP_CALL_FOR_TARGET(ChannelLaneKernels, target, list);
}

}  // namespace backlerp
#endif  // HWY_ONCE
