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

// Rounds once, to nearest even, and stores Lanes(d) elements at any address.
template <class D, typename T>
HWY_INLINE void StoreNarrow(D d, hn::VFromD<D> v, T* p) {
  v = CanonicalNan(d, v);
  if constexpr (std::is_same_v<T, Float16>) {
    const hn::Rebind<hwy::float16_t, D> d16;
    hn::StoreU(hn::DemoteTo(d16, v), d16, reinterpret_cast<hwy::float16_t*>(p));
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    const hn::Rebind<uint16_t, D> d16;
    const hn::RebindToUnsigned<D> du;
    const hn::RebindToSigned<D> di;
    const auto bits = hn::BitCast(du, v);
    const auto lsb = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1u));
    const auto rounded = hn::Add(bits, hn::Add(lsb, hn::Set(du, 0x7FFFu)));
    // The upper halves fit, so that saturation changes nothing.
    const auto upper = hn::BitCast(di, hn::ShiftRight<16>(rounded));
    hn::StoreU(hn::DemoteTo(d16, upper), d16, reinterpret_cast<uint16_t*>(p));
  } else {
    hn::StoreU(v, d, p);
  }
}

// As above for the first `count` <= Lanes(d) lanes, to every stride-th place.
template <class D, typename T>
HWY_NOINLINE void StoreNarrowStrided(D d, hn::VFromD<D> v, T* p, int64_t stride,
                                     int64_t count) {
  T buffer[HWY_MAX_BYTES / sizeof(hn::TFromD<D>)];
  StoreNarrow(d, v, buffer);
  for (int64_t k = 0; k < count; ++k) p[k * stride] = buffer[k];
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
