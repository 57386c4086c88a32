// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The kernel of images that double in width by half-pixel centres, in both
// directions: what networks ask for most. Rows are elements next to each other,
// and heights of any ratio.
//
// A task is one row of dst. The rows of a batch are summed vertically, where
// heights double, too, several at a time (doubled_rows-inl.h); lanes then are
// columns, whose taps are loaded from these sums at one, two or four
// offsets: all columns have the same weights (doubled_columns-inl.h). Sums of
// bfloat16 are kept even and odd columns apart, so that neither widening nor
// the gradient takes shuffles; of U's columns, even and odd ones are computed
// apart. While the gradient's columns are computed, the source rows of the next
// batch are fetched.

#include <algorithm>
#include <limits>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/doubled_lanes.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// Must come after foreach_target.h:
#include "cpu/doubled_columns-inl.h"
#include "cpu/doubled_rows-inl.h"
#include "cpu/line_writer-inl.h"
#include "cpu/row_batch-inl.h"
#include "cpu/row_cursor.h"
#include "cpu/vector_io-inl.h"
#include "cpu/vector_kernels.h"
#include "cpu/vertical-inl.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA
namespace hn = hwy::HWY_NAMESPACE;

// Sums of a batch, where it is of more than two rows.
constexpr int64_t kBatchValues = 2048;
// Sums of the widest rows, which must stay in an L2 cache.
constexpr int64_t kMaxSumsBytes = 256 << 10;
// Elements that are collected before they are written past the caches, where
// rows are not whole lines.
constexpr int64_t kRunElements = 5120;

template <typename T>
class DoubledLanes {
  using A = AccumulatorOf<T>;
  using D = hn::ScalableTag<A>;
  using V = hn::VFromD<D>;

#if HWY_HAVE_SCALABLE
  using GradientOrder = InOrder<D, T>;
#else
  using GradientOrder = std::conditional_t<std::is_same_v<T, BFloat16>,
                                           EvenOdd<D>, InOrder<D, T>>;
#endif
  // Whether the gradient's sums are kept even and odd columns apart.
  static constexpr bool kApart = !std::is_same_v<GradientOrder, InOrder<D, T>>;

  // Whether rows share the source rows that they load. The gradient's, where
  // nothing is widened, take longer together: they are more streams than the
  // hardware follows.
  template <bool kForward>
  static constexpr bool kSharesRows = kForward || sizeof(T) < sizeof(A);

  static constexpr auto kSumBytes = static_cast<int64_t>(sizeof(A));

  static int64_t Lanes() { return static_cast<int64_t>(hn::Lanes(D())); }

 public:
  static bool Supports(const PlanData& plan) {
    return plan.src_w <= kMaxSumsBytes / kSumBytes &&
           (plan.forward ? plan.dst_w == 2 * plan.src_w
                         : plan.src_w == 2 * plan.dst_w) &&
           std::min(plan.src_w, plan.dst_w) >= LeastWidth(plan.forward) &&
           plan.src_strides.w == 1 && plan.dst_strides.w == 1 &&
           plan.planes() * plan.dst_h >= plan.workers &&
           HasDoubledColumns(plan.w<A>(), plan.forward) &&
           (plan.forward || HasNarrowEdges(D(), plan.w<A>()));
  }

  static Partition Cut(const PlanData& plan) {
    Partition partition;
    partition.row_batch = RowsOfBatch(
        plan.src_w, plan.forward ? kSharesRows<true> : kSharesRows<false>);
    partition.scratch_bytes = SumsBytes(plan, partition);
    if (plan.stream) {
      partition.scratch_bytes += RoundUpToScratchAlign(
          static_cast<size_t>(LineWriter<T>::BufferSize(kRunElements)) *
          sizeof(T));
    }
    partition.tasks = plan.planes() * plan.dst_h;
    return partition;
  }

  static void Run(const PlanData& plan, const void* src, void* dst,
                  std::byte* scratch, int64_t begin, int64_t end) noexcept {
    DoubledLanes kernel(plan, static_cast<const T*>(src), scratch);
    RowCursor<T> cursor(plan, static_cast<const T*>(src), static_cast<T*>(dst),
                        /*channels=*/1, begin);
    // Batches end at multiples of their size wherever a worker begins: U's
    // pairs would be parted.
    int64_t room = plan.partition.row_batch - begin % plan.partition.row_batch;
    for (int64_t row = begin; row < end; ++row, cursor.Next()) {
      kernel.batch_.Add(cursor);
      if (kernel.batch_.size() < room) continue;
      kernel.Flush();
      room = plan.partition.row_batch;
    }
    if (kernel.batch_.size() > 0) kernel.Flush();
    kernel.writer_.Flush();
    if (plan.stream) hwy::FlushStream();
  }

 private:
  // The narrowest images, of those next to each other, that take no longer than
  // as columns.
  static int64_t LeastWidth(bool forward) {
    return forward && !kStoresPairs<T> ? std::numeric_limits<int64_t>::max()
                                       : Lanes();
  }

  // Where rows share, an even number if two of them have room.
  static int64_t RowsOfBatch(int64_t src_w, bool shares) {
    const int64_t rows =
        std::clamp<int64_t>(kBatchValues / src_w, 1, RowBatch<T>::kMaxRows);
    if (!shares || 2 * src_w > kMaxSumsBytes / kSumBytes) return rows;
    return std::max<int64_t>(rows / 2 * 2, 2);
  }

  // Columns are loaded from two before the first to a vector behind the last.
  static int64_t Pitch(const PlanData& plan) {
    const int64_t columns = kApart && !plan.forward ? plan.dst_w : plan.src_w;
    return (columns + Lanes() - 1) / Lanes() * Lanes() + 4 * Lanes();
  }
  static int64_t RowPitch(const PlanData& plan) {
    return kApart && !plan.forward ? 2 * Pitch(plan) : Pitch(plan);
  }
  static constexpr size_t kBytesBeforeSums = kScratchAlign;  // those two
  static size_t SumsBytes(const PlanData& plan, const Partition& partition) {
    return kBytesBeforeSums +
           RoundUpToScratchAlign(
               static_cast<size_t>(partition.row_batch * RowPitch(plan)) *
               sizeof(A));
  }

  DoubledLanes(const PlanData& plan, const T* src, std::byte* scratch)
      : plan_(plan),
        lanes_(Lanes()),
        src_end_(src + EndOfSource(plan)),
        half_(Pitch(plan)),
        pitch_(RowPitch(plan)),
        sums_(reinterpret_cast<A*>(scratch + kBytesBeforeSums)),
        writer_(
            reinterpret_cast<T*>(scratch + SumsBytes(plan, plan.partition))),
        batch_(plan, src_end_) {
    if (plan.forward) return;
    first_.Make(plan.w<A>(), 0);
    last_.Make(plan.w<A>(), plan.dst_w - Lanes());
  }

  void Flush() {
    const int64_t rows = batch_.size();
    // Rows of whole lines go past the caches at once; others that follow each
    // other as a run of lines.
    lines_ = plan_.stream && plan_.dst_w % lanes_ == 0 &&
             batch_.AreLines(0, rows, 0, plan_.dst_w);
    const bool run = plan_.stream && !lines_ &&
                     rows * plan_.dst_w <= kRunElements &&
                     batch_.IsRun(plan_.dst_w);
    T* to = run ? writer_.At(batch_.dst(0)) : nullptr;
    if (!run) writer_.Flush();
    const auto row = [&](int64_t r) HWY_ATTR {
      return run ? to + r * plan_.dst_w : batch_.dst(r);
    };
    if (plan_.forward) {
      if constexpr (kStoresPairs<T>) {
        Sum</*kForward=*/true>(InOrder<D, T>());
        for (int64_t r = 0; r < rows; ++r) Pairs(sums_ + r * pitch_, row(r));
      }
    } else {
      Gradient(row);
    }
    if (run) writer_.Commit(rows * plan_.dst_w);
    batch_.Clear();
  }

  template <bool kForward, class Order>
  HWY_INLINE void Sum(Order order) {
    for (int64_t r = 0; r < batch_.size();) {
      A* sums = sums_ + r * pitch_;
      int64_t rows = 0;
      if constexpr (kSharesRows<kForward>) {
        rows = CountDoubledRows<kForward>(batch_, r);
      }
      if (rows > 0) {
        DoubledRowSum<kForward, D, T, Order>(order, batch_.band(r), rows,
                                             plan_.src_w, sums, pitch_)
            .Run();
        r += rows;
      } else {
        VerticalSumIn<D>(order, kForward, batch_.band(r), plan_.src_w, sums);
        ++r;
      }
    }
  }

  template <class Row>
  HWY_INLINE void Gradient(Row row) {
    if constexpr (kApart) {
      Sum</*kForward=*/false>(GradientOrder{half_});
    } else {
      Sum</*kForward=*/false>(GradientOrder());
    }
    const RowBand<T>& last = batch_.band(batch_.size() - 1);
    const T* next = last.src + last.rows * last.pitch;
    for (int64_t r = 0; r < batch_.size(); ++r) {
      const A* sums = sums_ + r * pitch_;
      const auto columns = [&](auto kept) HWY_ATTR {
        if (lines_) {
          Columns</*kStream=*/true>(kept, next, last.pitch, row(r));
        } else {
          Columns</*kStream=*/false>(kept, next, last.pitch, row(r));
        }
      };
      if constexpr (kApart) {
        columns(SumsApart<A>{sums, sums + half_});
      } else {
        columns(SumsInOrder<A>{sums});
      }
      // Of images twice as wide and, mostly, as high.
      next += 2 * last.pitch;
    }
  }

  // A row of the gradient. Meanwhile fetches two rows of the source.
  template <bool kStream, class Sums>
  HWY_NOINLINE void Columns(Sums sums, const T* next, int64_t pitch,
                            T* to) const {
    const D d;
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    const int64_t last = plan_.dst_w - lanes;
    const T* next_rows[] = {FetchableRow(next, plan_.src_w, src_end_),
                            FetchableRow(next + pitch, plan_.src_w, src_end_)};
    Store<kStream>(first_.Sum(sums), to);
    for (int64_t j = lanes; j < last; j += lanes) {
      for (const T* row : next_rows) FetchLines(row + 2 * j, 2 * lanes);
      Store<kStream>(SumInner(d, sums, j), to + j);
    }
    if (last > 0) Store<kStream>(last_.Sum(sums), to + last);
  }

  // Fetches elements that someone else will load: memory is then not idle while
  // other work is done.
  static HWY_INLINE void FetchLines(const T* at, int64_t count) {
    constexpr auto kLine = static_cast<int64_t>(kLineBytes / sizeof(T));
    for (int64_t k = 0; k < count; k += kLine) hwy::Prefetch(at + k);
  }

  template <bool kStream>
  static HWY_INLINE void Store(V v, T* to) {
    if constexpr (kStream) {
      StreamNarrow(D(), v, to);
    } else {
      StoreNarrow(D(), v, to);
    }
  }

  // A row of U.
  HWY_INLINE void Pairs(const A* sums, T* to) const {
    if (lines_) {
      AllPairs</*kStream=*/true>(sums, to);
    } else {
      AllPairs</*kStream=*/false>(sums, to);
    }
  }

  template <bool kStream>
  HWY_NOINLINE void AllPairs(const A* sums, T* to) const {
    const D d;
    const int64_t last = plan_.src_w - lanes_;
    const auto pairs = [&](int64_t i, bool is_first, bool is_last) HWY_ATTR {
      V even, odd;
      SumPairs(d, sums, i, &even, &odd);
      if (is_first) MendFirst(sums, &even);
      if (is_last) MendLast(sums, &odd);
      StorePairs<kStream>(d, even, odd, to + 2 * i);
    };
    pairs(0, true, last == 0);
    for (int64_t i = lanes_; i < last; i += lanes_) pairs(i, false, false);
    if (last > 0) pairs(last, false, true);
  }

  // The first and the last column of U, in the lanes where they stand.
  HWY_INLINE void MendFirst(const A* sums, V* even) const {
    const D d;
    *even =
        hn::IfThenElse(hn::FirstN(d, 1), hn::Set(d, Column(sums, 0)), *even);
  }
  HWY_INLINE void MendLast(const A* sums, V* odd) const {
    const D d;
    *odd = hn::IfThenElse(hn::FirstN(d, static_cast<size_t>(lanes_ - 1)), *odd,
                          hn::Set(d, Column(sums, plan_.dst_w - 1)));
  }
  HWY_INLINE A Column(const A* sums, int64_t j) const {
    return SumColumn(plan_.w<A>(), sums, j);
  }

  const PlanData& plan_;
  const int64_t lanes_;
  const T* const src_end_;
  const int64_t half_;   // from sums of even columns to those of odd ones
  const int64_t pitch_;  // from the sums of one row to those of the next
  A* const sums_;
  LineWriter<T> writer_;
  RowBatch<T> batch_;
  // The gradient's first and last vector of columns.
  EdgeVector<D> first_;
  EdgeVector<D> last_;
  bool lines_ = false;  // dst's rows are whole lines, to go past the caches
};

void DoubledLaneKernels(std::vector<Kernel>* list) {
  AppendPerType<DoubledLanes>("doubles", hwy::TargetName(HWY_TARGET), list);
}

#else
void DoubledLaneKernels(std::vector<Kernel>*) {}  // no fused multiply-add
#endif  // HWY_NATIVE_FMA
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace backlerp {

void AppendDoubledLanes(int64_t target, std::vector<Kernel>* list) {
  BACKLERP_CALL_FOR_TARGET(DoubledLaneKernels, target, list);
}

}  // namespace backlerp
#endif  // HWY_ONCE
