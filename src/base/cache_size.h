// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_BASE_CACHE_SIZE_H_
#define BACKLERP_SRC_BASE_CACHE_SIZE_H_

#include <cstdint>
#include <string_view>

namespace backlerp {

// Bytes of the largest cache that one core uses, as the system tells, or a
// usual size where it does not. Thread-safe.
int64_t LastLevelCacheBytes();

// As above for the core whose caches Linux describes in `directory`; 0 where
// there is no such description, or its path has more than 200 characters.
int64_t LargestCacheBytes(std::string_view directory);

}  // namespace backlerp

#endif  // BACKLERP_SRC_BASE_CACHE_SIZE_H_
