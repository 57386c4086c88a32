// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Transposes a square of Lanes(d) x Lanes(d) values between two places in
// memory. With vectors whose size is known to the compiler it happens in
// registers; with scalable ones, which cannot stand in arrays, by gathers.

// Per-target include guard
#if defined(BACKLERP_SRC_CPU_TRANSPOSE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BACKLERP_SRC_CPU_TRANSPOSE_INL_H_
#undef BACKLERP_SRC_CPU_TRANSPOSE_INL_H_
#else
#define BACKLERP_SRC_CPU_TRANSPOSE_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if !HWY_NATIVE_FMA
// Targets without a fused multiply-add have no kernels.
#elif HWY_HAVE_SCALABLE || HWY_TARGET == HWY_SVE_256 || \
    HWY_TARGET == HWY_SVE2_128

// Loads column x of the square at `from` (rows `from_pitch` apart) for each x,
// ascending, and hands it to store(x, vector). All of the square must be within
// 2^31 elements of `from`.
template <class D, class Store>
HWY_INLINE void TransposeSquare(D d, const hn::TFromD<D>* from,
                                int64_t from_pitch, Store store) {
  using TI = hwy::MakeSigned<hn::TFromD<D>>;
  const hn::RebindToSigned<D> di;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto rows =
      hn::Mul(hn::Iota(di, 0), hn::Set(di, static_cast<TI>(from_pitch)));
  for (int64_t x = 0; x < lanes; ++x) {
    store(x, hn::GatherIndex(d, from + x, rows));
  }
}

#else  // fixed-size vectors

// Swaps rows and columns inside each 128-bit block of `kRows` rows, as many as
// a block has lanes.
template <class D, class V = hn::VFromD<D>>
HWY_INLINE void TransposeBlocks(D d, V* rows) {
  if constexpr (sizeof(hn::TFromD<D>) == 4) {
    const hn::RepartitionToWide<hn::RebindToUnsigned<D>> dw;
    const auto low = [&](V a, V b) HWY_ATTR {
      return hn::BitCast(
          d, hn::InterleaveLower(dw, hn::BitCast(dw, a), hn::BitCast(dw, b)));
    };
    const auto high = [&](V a, V b) HWY_ATTR {
      return hn::BitCast(
          d, hn::InterleaveUpper(dw, hn::BitCast(dw, a), hn::BitCast(dw, b)));
    };
    const V ab_low = hn::InterleaveLower(d, rows[0], rows[1]);
    const V ab_high = hn::InterleaveUpper(d, rows[0], rows[1]);
    const V cd_low = hn::InterleaveLower(d, rows[2], rows[3]);
    const V cd_high = hn::InterleaveUpper(d, rows[2], rows[3]);
    rows[0] = low(ab_low, cd_low);
    rows[1] = high(ab_low, cd_low);
    rows[2] = low(ab_high, cd_high);
    rows[3] = high(ab_high, cd_high);
  } else {
    const V a = rows[0];
    rows[0] = hn::InterleaveLower(d, a, rows[1]);
    rows[1] = hn::InterleaveUpper(d, a, rows[1]);
  }
}

// As above.
template <class D, class Store>
HWY_INLINE void TransposeSquare(D d, const hn::TFromD<D>* from,
                                int64_t from_pitch, Store store) {
  using V = hn::VFromD<D>;
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(D()));
  constexpr int kBlockLanes = 16 / sizeof(hn::TFromD<D>);
  static_assert(
      kLanes / kBlockLanes == HWY_MAX_BYTES / 16,
      "a vector is whole: HWY_MAX_BYTES tells how many blocks it has");

  V rows[kLanes];
#if HWY_MAX_BYTES == 32
  // Blocks go to their places as they are loaded, which takes no shuffles:
  // rows[0] to rows[kBlockLanes - 1] take the left ones of all rows.
  const hn::Half<D> block;
  for (int r = 0; r < kLanes; ++r) {
    const auto* at =
        from + r % kBlockLanes * from_pitch + r / kBlockLanes * kBlockLanes;
    rows[r] = hn::Combine(d, hn::LoadU(block, at + kBlockLanes * from_pitch),
                          hn::LoadU(block, at));
  }
#else
  for (int r = 0; r < kLanes; ++r) {
    rows[r] = hn::LoadU(d, from + r * from_pitch);
  }
#endif
  for (int r = 0; r < kLanes; r += kBlockLanes) TransposeBlocks(d, rows + r);

#if HWY_MAX_BYTES == 64
  // What is left is to transpose the blocks: block b of row group g goes to
  // block g of row group b.
  for (int r = 0; r < kLanes / 2; ++r) {  // the upper bit of b and g
    const V a = rows[r];
    const V b = rows[r + kLanes / 2];
    rows[r] = hn::ConcatLowerLower(d, b, a);
    rows[r + kLanes / 2] = hn::ConcatUpperUpper(d, b, a);
  }
  for (int half = 0; half < kLanes; half += kLanes / 2) {  // the lower bit
    for (int r = half; r < half + kBlockLanes; ++r) {
      const V a = rows[r];
      const V b = rows[r + kBlockLanes];
      rows[r] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(b), a);
      rows[r + kBlockLanes] = hn::OddEvenBlocks(b, hn::SwapAdjacentBlocks(a));
    }
  }
#endif
  for (int r = 0; r < kLanes; ++r) store(r, rows[r]);
}

#endif  // fixed-size vectors

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
