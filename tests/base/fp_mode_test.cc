// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/fp_mode.h"

#include <cfenv>
#include <limits>

#include "gtest/gtest.h"

namespace backlerp {
namespace {

// volatile keeps the compiler from computing at its own rounding mode.
float ThirdOf(float value) {
  volatile float at_run_time = value;
  return at_run_time / 3.0F;
}

TEST(ScopedDefaultFpMode, RoundsToNearestAndRestores) {
  const float nearest = ThirdOf(1);
  for (const int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    float inside = 0;
    {
      const ScopedDefaultFpMode fp_mode;
      inside = ThirdOf(1);
    }
    const int after = std::fegetround();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(inside, nearest) << mode;
    EXPECT_EQ(after, mode);
  }
}

#if defined(__SSE2__)
TEST(ScopedDefaultFpMode, KeepsDenormals) {
  constexpr unsigned kFlushToZero = 0x8000;
  constexpr unsigned kDenormalsAreZero = 0x0040;
  const unsigned saved = _mm_getcsr();
  _mm_setcsr(saved | kFlushToZero | kDenormalsAreZero);
  volatile float tiny = std::numeric_limits<float>::min();
  const float flushed = tiny / 2;
  float inside = 0;
  {
    const ScopedDefaultFpMode fp_mode;
    inside = tiny / 2;
  }
  const unsigned after = _mm_getcsr();
  _mm_setcsr(saved);
  EXPECT_EQ(flushed, 0);
  EXPECT_GT(inside, 0);
  EXPECT_EQ(after & (kFlushToZero | kDenormalsAreZero),
            kFlushToZero | kDenormalsAreZero);
}
#endif

}  // namespace
}  // namespace backlerp
