// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/cache_size.h"

#include <unistd.h>

#include <algorithm>

namespace backlerp {

int64_t LastLevelCacheBytes() {
  constexpr int64_t kUsual = int64_t{32} << 20;
  static const int64_t bytes = [] {
    const int64_t found = std::max<int64_t>(sysconf(_SC_LEVEL3_CACHE_SIZE),
                                            sysconf(_SC_LEVEL2_CACHE_SIZE));
    return found > 0 ? found : kUsual;
  }();
  return bytes;
}

}  // namespace backlerp
