// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The plane-lane kernel: many small packed images (C x H x W in memory), any
// ratio, both directions.
//
// A task is a group of L planes (L = lanes). The planes are transposed as a
// whole into `image`, so that lanes are planes; both passes then run on full
// vectors, whatever the image's width, and the result is transposed back.
// Planes of the last group that do not exist are read as copies of its last one
// and not stored.

#include <cstdlib>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/plane_lanes.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// Must come after foreach_target.h:
#include "cpu/horizontal-inl.h"
#include "cpu/transpose-inl.h"
#include "cpu/vector_io-inl.h"
#include "cpu/vector_kernels.h"
#include "cpu/vertical-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA
namespace hn = hwy::HWY_NAMESPACE;

// Bytes of a group's transposed source, and of its result: a quarter of an L2
// cache of 512 KiB. Beyond, rows are long enough for the kernels of rows.
constexpr int64_t kMaxImageBytes = 128 << 10;

template <typename T>
class PlaneLanes {
  using A = AccumulatorOf<T>;
  using D = hn::ScalableTag<A>;
  static constexpr size_t kMaxLanes = HWY_MAX_BYTES / sizeof(A);

  static int64_t Lanes() { return static_cast<int64_t>(hn::Lanes(D())); }

 public:
  static bool Supports(const PlanData& plan) {
    const Strides& src = plan.src_strides;
    const Strides& dst = plan.dst_strides;
    const int64_t lanes = Lanes();
    const int64_t values = kMaxImageBytes / static_cast<int64_t>(sizeof(A));
    // Groups are the only tasks: each worker should get some.
    const int64_t least_planes =
        plan.workers == 1 ? lanes : 4 * lanes * plan.workers;
    return src.w == 1 && (plan.src_h == 1 || src.h == plan.src_w) &&
           dst.w == 1 && (plan.dst_h == 1 || dst.h == plan.dst_w) &&
           plan.planes() >= least_planes &&
           plan.src_w <= values / lanes / plan.src_h &&
           plan.dst_w <= values / lanes / plan.dst_h;
  }

  static Partition Cut(const PlanData& plan) {
    const int64_t lanes = Lanes();
    Partition partition;
    const int64_t vectors =
        plan.src_h * plan.src_w + plan.dst_h * plan.dst_w + plan.src_w + lanes;
    partition.scratch_bytes =
        RoundUpToScratchAlign(static_cast<size_t>(vectors * lanes) * sizeof(A));
    partition.tasks = (plan.planes() + lanes - 1) / lanes;
    return partition;
  }

  static void Run(const PlanData& plan, const void* src, void* dst,
                  std::byte* scratch, int64_t begin, int64_t end) noexcept {
    PlaneLanes kernel(plan, src, dst, scratch);
    const int64_t plane = begin * kernel.lanes_;
    kernel.next_n_ = plane / plan.problem.c;
    kernel.next_c_ = plane % plan.problem.c;
    for (int64_t task = begin; task < end; ++task) {
      kernel.FindPlanes(task);
      kernel.LoadImage();
      if (plan.forward) {
        kernel.template Resample</*kForward=*/true>();
      } else {
        kernel.template Resample</*kForward=*/false>();
      }
      kernel.StoreResult();
    }
  }

 private:
  PlaneLanes(const PlanData& plan, const void* src, void* dst,
             std::byte* scratch)
      : plan_(plan),
        lanes_(Lanes()),
        src_size_(plan.src_h * plan.src_w),
        dst_size_(plan.dst_h * plan.dst_w),
        src_(static_cast<const T*>(src)),
        dst_(static_cast<T*>(dst)),
        image_(reinterpret_cast<A*>(scratch)),
        result_(image_ + src_size_ * lanes_),
        row_(result_ + dst_size_ * lanes_),
        block_(row_ + plan.src_w * lanes_) {}

  // The next planes; without divisions, which take longer than a tiny plane.
  void FindPlanes(int64_t group) {
    const Strides& src = plan_.src_strides;
    const Strides& dst = plan_.dst_strides;
    planes_ = std::min(lanes_, plan_.planes() - group * lanes_);
    for (int64_t p = 0; p < planes_; ++p) {
      plane_src_[p] = src_ + next_n_ * src.n + next_c_ * src.c;
      plane_dst_[p] = dst_ + next_n_ * dst.n + next_c_ * dst.c;
      if (++next_c_ == plan_.problem.c) {
        next_c_ = 0;
        ++next_n_;
      }
    }
    std::fill(plane_src_ + planes_, plane_src_ + lanes_,
              plane_src_[planes_ - 1]);
    std::fill(plane_dst_ + planes_, plane_dst_ + lanes_,
              plane_dst_[planes_ - 1]);
  }

  // The distance of the group's planes in memory; 0 where it varies, or is too
  // large for TransposeSquare.
  template <typename U>
  int64_t PitchOf(U* const* planes) const {
    if (planes_ < lanes_) return 0;
    const int64_t pitch = lanes_ > 1 ? planes[1] - planes[0] : 0;
    constexpr int64_t kFarthest = std::numeric_limits<int32_t>::max();
    if (std::abs(pitch) > kFarthest / lanes_) return 0;
    for (int64_t p = 2; p < lanes_; ++p) {
      if (planes[p] - planes[p - 1] != pitch) return 0;
    }
    return pitch;
  }

  // The group's planes, transposed. The last block overlaps the one before it;
  // an image of less than a block is loaded element by element.
  HWY_INLINE void LoadImage() {
    const D d;
    if (src_size_ < lanes_) {
      for (int64_t e = 0; e < src_size_; ++e) {
        for (int64_t p = 0; p < lanes_; ++p) {
          image_[e * lanes_ + p] = Widen(plane_src_[p][e]);
        }
      }
      return;
    }
    const int64_t pitch = PitchOf(plane_src_);
    for (int64_t e = 0; e < src_size_; e += lanes_) {
      const int64_t at = std::min(e, src_size_ - lanes_);
      A* to = image_ + at * lanes_;
      const auto store = [&](int64_t k, hn::VFromD<D> v)
                             HWY_ATTR { hn::StoreU(v, d, to + k * lanes_); };
      if constexpr (std::is_same_v<T, A>) {
        if (pitch != 0) {
          TransposeSquare(d, plane_src_[0] + at, pitch, store);
          continue;
        }
      }
      for (int64_t p = 0; p < lanes_; ++p) {
        hn::StoreU(LoadWide(d, plane_src_[p] + at), d, block_ + p * lanes_);
      }
      TransposeSquare(d, block_, lanes_, store);
    }
  }

  template <bool kForward>
  HWY_INLINE void Resample() {
    const D d;
    const BandTable<A>& h = plan_.h<A>();
    const BandTable<A>& w = plan_.w<A>();
    const A* image_end = image_ + src_size_ * lanes_;
    const int64_t pitch = plan_.src_w * lanes_;
    A* to = result_;
    for (const Band& band : h.bands) {
      const RowBand<A> rows = {
          image_ + band.begin * pitch, pitch,    band.begin, band.count,
          h.WeightsOf(band),           image_end};
      VerticalSum(d, kForward, rows, pitch, row_);
      for (const Band& columns : w.bands) {
        const auto sum =
            WeightedSum(d, kForward, hn::Zero(d), w.WeightsOf(columns),
                        row_ + columns.begin * lanes_, lanes_, columns.count);
        hn::StoreU(sum, d, to);
        to += lanes_;
      }
    }
  }

  // The last block overlaps the one before it.
  HWY_INLINE void StoreResult() {
    const D d;
    if (dst_size_ < lanes_) return StoreSmallResult();
    for (int64_t e = 0; e < dst_size_; e += lanes_) {
      const int64_t at = std::min(e, dst_size_ - lanes_);
      TransposeSquare(d, result_ + at * lanes_, lanes_,
                      [&](int64_t p, hn::VFromD<D> v) HWY_ATTR {
                        if (p < planes_) StoreNarrow(d, v, plane_dst_[p] + at);
                      });
    }
  }

  // Less than a block. Where the planes follow each other without gaps, what a
  // whole vector writes too much is covered by the planes behind.
  HWY_INLINE void StoreSmallResult() {
    const D d;
    const bool packed = PitchOf(plane_dst_) == dst_size_;
    const int64_t covered = packed ? planes_ * dst_size_ - lanes_ : -1;
    std::copy_n(result_, dst_size_ * lanes_, block_);
    TransposeSquare(
        d, block_, lanes_, [&](int64_t p, hn::VFromD<D> v) HWY_ATTR {
          if (p >= planes_) return;
          if (p * dst_size_ <= covered) {
            StoreNarrow(d, v, plane_dst_[p]);
          } else {
            StoreNarrowStrided(d, v, plane_dst_[p], /*stride=*/1, dst_size_);
          }
        });
  }

  const PlanData& plan_;
  const int64_t lanes_;
  const int64_t src_size_;
  const int64_t dst_size_;
  const T* const src_;
  T* const dst_;
  A* const image_;   // L planes, transposed
  A* const result_;  // L planes of dst, transposed
  A* const row_;     // a row of vertical sums
  A* const block_;   // L elements of L planes, on their way in or out

  int64_t next_n_ = 0;  // of the next group's first plane
  int64_t next_c_ = 0;
  int64_t planes_ = 0;  // of the group
  const T* plane_src_[kMaxLanes];
  T* plane_dst_[kMaxLanes];
};

void PlaneLaneKernels(std::vector<Kernel>* list) {
  AppendPerType<PlaneLanes>("planes", hwy::TargetName(HWY_TARGET), list);
}

#else
void PlaneLaneKernels(std::vector<Kernel>*) {}  // no fused multiply-add
#endif  // HWY_NATIVE_FMA
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace backlerp {

void AppendPlaneLanes(int64_t target, std::vector<Kernel>* list) {
  BACKLERP_CALL_FOR_TARGET(PlaneLaneKernels, target, list);
}

}  // namespace backlerp
#endif  // HWY_ONCE
