// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_BASE_CACHE_SIZE_H_
#define BACKLERP_SRC_BASE_CACHE_SIZE_H_

#include <cstdint>

namespace backlerp {

// Bytes of the largest cache, as the system tells, or a usual size where it
// does not. Thread-safe.
int64_t LastLevelCacheBytes();

}  // namespace backlerp

#endif  // BACKLERP_SRC_BASE_CACHE_SIZE_H_
