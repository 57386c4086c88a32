// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The twofold kernel: images that the operator doubles in width (ratio exactly
// 1/2, half-pixel centres), elements of a row next to each other, both
// directions; the rows may have any ratio.
//
// Away from the edges every column has the same weights, so that a row's
// vertical sums need no transposes: even and odd columns are taken apart
// (gradient) or put together (U) in registers. A task is one row of dst, worked
// on in strips. Edge columns are summed one by one from the axis table, as the
// reference does.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/rows_twofold.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// Must come after foreach_target.h:
#include "cpu/vector_io-inl.h"
#include "cpu/vector_kernels.h"
#include "cpu/vertical-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA
namespace hn = hwy::HWY_NAMESPACE;

// Source columns of a strip: with four source rows of it, half of an L1 cache.
constexpr int64_t kTwofoldTile = 1024;

template <typename T>
class RowsTwofold {
  using A = AccumulatorOf<T>;
  using D = hn::ScalableTag<A>;

  static int64_t Lanes() { return static_cast<int64_t>(hn::Lanes(D())); }

 public:
  static bool Supports(const PlanData& plan) {
    const Problem& p = plan.problem;
    // The weights of column 2 and of the last but one tell the rule that the
    // table was made by: any axis that has them is served, whatever scale it
    // came from.
    return plan.src_strides.w == 1 && plan.dst_strides.w == 1 && p.in_w >= 4 &&
           p.out_w == 2 * p.in_w && HasTwofoldColumns(plan);
  }

  static Partition Cut(const PlanData& plan) {
    Partition partition;
    const int64_t wanted =
        plan.tile_w_wanted > 0 ? plan.tile_w_wanted : kTwofoldTile;
    partition.tile_w = std::max(wanted, int64_t{16});
    const int64_t values = 2 * partition.tile_w + 4 * Lanes();
    partition.scratch_bytes =
        RoundUpToScratchAlign(static_cast<size_t>(values) * sizeof(A));
    partition.tasks = plan.planes() * plan.dst_h;
    return partition;
  }

  static void Run(const PlanData& plan, const void* src, void* dst,
                  std::byte* scratch, int64_t begin, int64_t end) noexcept {
    RowsTwofold kernel(plan, src, dst, scratch);
    for (int64_t row = begin; row < end; ++row) kernel.Row(row);
  }

 private:
  // The four weights of a column of the gradient, and of a pair of columns of
  // U, away from the edges.
  static constexpr A kNear = A{0.75};
  static constexpr A kFar = A{0.25};

  static bool HasTwofoldColumns(const PlanData& plan) {
    const BandTable<A>& table = plan.w<A>();
    const auto size = static_cast<int64_t>(table.bands.size());
    // The first two columns and the last one are edges (gradient), the first
    // and the last one (U).
    const int64_t first = plan.forward ? 1 : 2;
    for (int64_t j = first; j < size - 1; ++j) {
      if (!IsTwofold(table, plan.forward, j)) return false;
    }
    return true;
  }

  static bool IsTwofold(const BandTable<A>& table, bool forward, int64_t j) {
    const Band& band = table.bands[j];
    const A* w = table.WeightsOf(band);
    if (forward) {
      const bool odd = (j & 1) != 0;
      return band.begin == (j - 1) / 2 && band.count == 2 &&
             w[0] == (odd ? kNear : kFar) && w[1] == (odd ? kFar : kNear);
    }
    return band.begin == 2 * j - 1 && band.count == 4 && w[0] == kFar &&
           w[1] == kNear && w[2] == kNear && w[3] == kFar;
  }

  RowsTwofold(const PlanData& plan, const void* src, void* dst,
              std::byte* scratch)
      : plan_(plan),
        lanes_(Lanes()),
        src_(static_cast<const T*>(src)),
        src_end_(src_ + EndOfSource(plan)),
        dst_(static_cast<T*>(dst)),
        sums_(reinterpret_cast<A*>(scratch)) {}

  HWY_INLINE void Row(int64_t row) {
    const int64_t plane = row / plan_.dst_h;
    const int64_t i = row % plan_.dst_h;
    const BandTable<A>& h = plan_.h<A>();
    const Band& band = h.bands[i];
    RowBand<T> rows = {src_ + plan_.PlaneOffset(plan_.src_strides, plane) +
                           band.begin * plan_.src_strides.h,
                       plan_.src_strides.h,
                       band.count,
                       h.WeightsOf(band),
                       src_end_,
                       RowsAhead(h, i)};
    T* dst = dst_ + plan_.PlaneOffset(plan_.dst_strides, plane) +
             i * plan_.dst_strides.h;
    const T* first = rows.src;
    const BandTable<A>& w = plan_.w<A>();
    for (int64_t j0 = 0; j0 < plan_.dst_w; j0 += StripColumns()) {
      const int64_t j1 = std::min(j0 + StripColumns(), plan_.dst_w);
      const int64_t x0 = w.bands[j0].begin;
      const int64_t x1 = w.bands[j1 - 1].end();
      rows.src = first + x0;
      VerticalSum(D(), plan_.forward, rows, x1 - x0, sums_);
      Columns(dst, j0, j1, x0);
    }
  }

  // Columns of dst in a strip: even, so that pairs of U stay together.
  int64_t StripColumns() const {
    return plan_.forward ? 2 * (plan_.partition.tile_w / 2)
                         : plan_.partition.tile_w / 2;
  }

  HWY_INLINE void Columns(T* dst, int64_t j0, int64_t j1, int64_t x0) {
    const A* sums = sums_ - x0;
    int64_t j = j0;
    // A pair of U begins at an odd column.
    const int64_t inner_begin =
        plan_.forward ? (j0 | 1) : std::max<int64_t>(j0, 2);
    const int64_t inner_end = std::min(j1, plan_.dst_w - 1);
    for (; j < inner_begin; ++j) dst[j] = Single(sums, j);
    j = plan_.forward ? InnerForward(dst, sums, j, inner_end)
                      : InnerBackward(dst, sums, j, inner_end);
    for (; j < j1; ++j) dst[j] = Single(sums, j);
  }

  HWY_INLINE int64_t InnerBackward(T* dst, const A* sums, int64_t j,
                                   int64_t end) {
    const D d;
    const auto near = hn::Set(d, kNear);
    const auto far = hn::Set(d, kFar);
    for (; j + lanes_ <= end; j += lanes_) {
      const A* at = sums + 2 * j - 1;
      hn::VFromD<D> x0, x1, x2, x3;
      hn::LoadInterleaved2(d, at, x0, x1);
      hn::LoadInterleaved2(d, at + 2, x2, x3);
      auto sum = hn::MulAdd(far, x0, hn::Zero(d));
      sum = hn::MulAdd(near, x1, sum);
      sum = hn::MulAdd(near, x2, sum);
      StoreNarrow(d, hn::MulAdd(far, x3, sum), dst + j);
    }
    return j;
  }

  // Pairs of columns 2k - 1 and 2k, which both read source columns k - 1 and k.
  HWY_INLINE int64_t InnerForward(T* dst, const A* sums, int64_t j,
                                  int64_t end) {
    const D d;
    const auto near = hn::Set(d, kNear);
    const auto far = hn::Set(d, kFar);
    A* pair = pair_;
    for (; j + 2 * lanes_ <= end; j += 2 * lanes_) {
      const A* at = sums + (j - 1) / 2;
      const auto left = hn::LoadU(d, at);
      const auto right = hn::LoadU(d, at + 1);
      const auto odd = hn::MulAdd(far, right, hn::Mul(near, left));
      const auto even = hn::MulAdd(near, right, hn::Mul(far, left));
      hn::StoreInterleaved2(odd, even, d, pair);
      StoreNarrow(d, hn::LoadU(d, pair), dst + j);
      StoreNarrow(d, hn::LoadU(d, pair + lanes_), dst + j + lanes_);
    }
    return j;
  }

  HWY_INLINE T Single(const A* sums, int64_t j) const {
    const BandTable<A>& table = plan_.w<A>();
    const Band& band = table.bands[j];
    const A* w = table.WeightsOf(band);
    A sum = 0;
    for (int64_t k = 0; k < band.count; ++k) {
      const A value = sums[band.begin + k];
      sum = plan_.forward && k == 0 ? w[0] * value : std::fma(w[k], value, sum);
    }
    return Narrow<T>(sum);
  }

  const PlanData& plan_;
  const int64_t lanes_;
  const T* const src_;
  const T* const src_end_;
  T* const dst_;
  A* const sums_;  // a strip of vertical sums
  HWY_ALIGN A pair_[2 * HWY_MAX_BYTES / sizeof(A)];
};

void RowsTwofoldKernels(std::vector<Kernel>* list) {
  AppendPerType<RowsTwofold>("twofold", hwy::TargetName(HWY_TARGET), list);
}

#else
void RowsTwofoldKernels(std::vector<Kernel>*) {}  // no fused multiply-add
#endif  // HWY_NATIVE_FMA
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace backlerp {

void AppendRowsTwofold(int64_t target, std::vector<Kernel>* list) {
  BACKLERP_CALL_FOR_TARGET(RowsTwofoldKernels, target, list);
}

}  // namespace backlerp
#endif  // HWY_ONCE
