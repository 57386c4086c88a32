// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Vectors of the sum's type from and to memory of each element type. The same
// conversions as op/element.h, bit for bit.

// Per-target include guard
#if defined(BACKLERP_SRC_CPU_VECTOR_IO_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BACKLERP_SRC_CPU_VECTOR_IO_INL_H_
#undef BACKLERP_SRC_CPU_VECTOR_IO_INL_H_
#else
#define BACKLERP_SRC_CPU_VECTOR_IO_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/half.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Lanes(d) elements from any address.
template <class D, typename T>
HWY_INLINE hn::VFromD<D> LoadWide(D d, const T* p) {
  if constexpr (std::is_same_v<T, Float16>) {
    const hn::Rebind<hwy::float16_t, D> d16;
    return hn::PromoteTo(
        d, hn::LoadU(d16, reinterpret_cast<const hwy::float16_t*>(p)));
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    const hn::Rebind<uint16_t, D> d16;
    const hn::RebindToUnsigned<D> du;
    const auto bits =
        hn::PromoteTo(du, hn::LoadU(d16, reinterpret_cast<const uint16_t*>(p)));
    return hn::BitCast(d, hn::ShiftLeft<16>(bits));
  } else {
    return hn::LoadU(d, p);
  }
}

// As above for the first `count` <= Lanes(d) elements; memory behind them is
// not touched. The other lanes are 0.
template <class D, typename T>
HWY_NOINLINE hn::VFromD<D> LoadWidePartial(D d, const T* p, int64_t count) {
  T buffer[HWY_MAX_BYTES / sizeof(hn::TFromD<D>)] = {};
  std::memcpy(buffer, p, static_cast<size_t>(count) * sizeof(T));
  return LoadWide(d, buffer);
}

template <class D>
HWY_INLINE hn::VFromD<D> CanonicalNan(D d, hn::VFromD<D> v) {
  const hn::RebindToUnsigned<D> du;
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    const auto nan = hn::BitCast(d, hn::Set(du, kNanFloat64));
    return hn::IfThenElse(hn::IsNaN(v), nan, v);
  } else {
    const auto nan = hn::BitCast(d, hn::Set(du, kNanFloat32));
    return hn::IfThenElse(hn::IsNaN(v), nan, v);
  }
}

// The tag of what is stored for Lanes(d) elements of type T.
template <class D, typename T>
using StoredTag = std::conditional_t<std::is_same_v<T, Float16> ||
                                         std::is_same_v<T, BFloat16>,
                                     hn::Rebind<uint16_t, D>, D>;

// Rounds to bfloat16, once, to nearest even: its bits are the upper halves.
template <class D>
HWY_INLINE hn::VFromD<hn::RebindToUnsigned<D>> RoundedToUpper(D d,
                                                              hn::VFromD<D> v) {
  const hn::RebindToUnsigned<D> du;
  const auto bits = hn::BitCast(du, CanonicalNan(d, v));
  const auto lsb = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1u));
  return hn::Add(bits, hn::Add(lsb, hn::Set(du, 0x7FFFu)));
}

// Rounds once, to nearest even, to the bits of elements of type T.
template <typename T, class D>
HWY_INLINE hn::VFromD<StoredTag<D, T>> Rounded(D d, hn::VFromD<D> v) {
  const StoredTag<D, T> stored;
  if constexpr (std::is_same_v<T, Float16>) {
    const hn::Rebind<hwy::float16_t, D> d16;
    return hn::BitCast(stored, hn::DemoteTo(d16, CanonicalNan(d, v)));
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    const hn::RebindToSigned<D> di;
    // The upper halves fit, so that saturation changes nothing.
    const auto upper =
        hn::BitCast(di, hn::ShiftRight<16>(RoundedToUpper(d, v)));
    return hn::DemoteTo(stored, upper);
  } else {
    return CanonicalNan(d, v);
  }
}

// Rounds and stores Lanes(d) elements at any address.
template <class D, typename T>
HWY_INLINE void StoreNarrow(D d, hn::VFromD<D> v, T* p) {
  const StoredTag<D, T> stored;
  hn::StoreU(Rounded<T>(d, v), stored,
             reinterpret_cast<hn::TFromD<StoredTag<D, T>>*>(p));
}

// As above at an address that is a multiple of Lanes(d) elements, past the
// caches. hwy::FlushStream must follow before another thread reads.
template <class D, typename T>
HWY_INLINE void StreamNarrow(D d, hn::VFromD<D> v, T* p) {
  const StoredTag<D, T> stored;
  hn::Stream(Rounded<T>(d, v), stored,
             reinterpret_cast<hn::TFromD<StoredTag<D, T>>*>(p));
}

// As above for the first `count` <= Lanes(d) lanes, to every stride-th place.
template <class D, typename T>
HWY_NOINLINE void StoreNarrowStrided(D d, hn::VFromD<D> v, T* p, int64_t stride,
                                     int64_t count) {
  T buffer[HWY_MAX_BYTES / sizeof(hn::TFromD<D>)];
  StoreNarrow(d, v, buffer);
  for (int64_t k = 0; k < count; ++k) p[k * stride] = buffer[k];
}

// Lines are written either through the caches or past them: in both ways is
// slow.
inline constexpr size_t kLineBytes = 64;

// Copies elements, whole lines of `to` past the caches.
template <typename T>
HWY_INLINE void StreamCopy(const T* from, int64_t count, T* to) {
  const hn::CappedTag<uint8_t, kLineBytes> d;
  const auto* in = reinterpret_cast<const uint8_t*>(from);
  auto* out = reinterpret_cast<uint8_t*>(to);
  const size_t bytes = static_cast<size_t>(count) * sizeof(T);
  const size_t behind = reinterpret_cast<uintptr_t>(out) % kLineBytes;
  size_t at = std::min(behind == 0 ? 0 : kLineBytes - behind, bytes);
  std::memcpy(out, in, at);
  const size_t whole_end = bytes - (bytes - at) % kLineBytes;
  for (; at < whole_end; at += hn::Lanes(d)) {
    hn::Stream(hn::LoadU(d, in + at), d, out + at);
  }
  std::memcpy(out + at, in + at, bytes - at);
}

// Stores make(j) at dst + j for j in begin .. end-1, where make(j) gives the
// elements from j on; what it gives for end and beyond is not stored. Elements
// may be made and stored twice.
template <class D, typename T, class Make>
HWY_INLINE void StoreRow(D d, T* dst, int64_t begin, int64_t end, Make make) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t j = begin;
  for (; j + lanes <= end; j += lanes) StoreNarrow(d, make(j), dst + j);
  if (j == end) return;
  if (end - begin >= lanes) {
    StoreNarrow(d, make(end - lanes), dst + end - lanes);
  } else {
    StoreNarrowStrided(d, make(j), dst + j, /*stride=*/1, end - j);
  }
}

// As above, whole lines past the caches.
template <class D, typename T, class Make>
HWY_INLINE void StreamRow(D d, T* dst, int64_t begin, int64_t end, Make make) {
  constexpr auto kLine = static_cast<int64_t>(kLineBytes / sizeof(T));
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto first = reinterpret_cast<uintptr_t>(dst + begin) / sizeof(T);
  const auto behind = static_cast<int64_t>(first % kLine);
  const int64_t lines_begin =
      std::min(behind == 0 ? begin : begin + kLine - behind, end);
  const int64_t lines_end =
      lanes > kLine ? lines_begin : end - (end - lines_begin) % kLine;
  for (int64_t j = begin; j < end;) {
    if (j == lines_begin) {
      for (; j < lines_end; j += lanes) StreamNarrow(d, make(j), dst + j);
      if (j == end) return;
    }
    const int64_t stop = j < lines_begin ? lines_begin : end;
    const int64_t count = std::min(lanes, stop - j);
    if (count == lanes) {
      StoreNarrow(d, make(j), dst + j);
    } else {
      StoreNarrowStrided(d, make(j), dst + j, /*stride=*/1, count);
    }
    j += count;
  }
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
