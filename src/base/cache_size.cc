// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/cache_size.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <string_view>

namespace backlerp {
namespace {

// The number that the file begins with; 0 where there is none. Without a
// stream, whose allocations may fail in silence: the answer would then depend
// on it for ever.
int64_t NumberIn(const char* path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 32> text;
  const ssize_t size = read(file, text.data(), text.size());
  close(file);
  int64_t number = 0;
  if (size > 0) std::from_chars(text.data(), text.data() + size, number);
  return number;
}

}  // namespace

int64_t LargestCacheBytes(std::string_view directory) {
  int64_t largest = 0;
  for (int i = 0;; ++i) {
    std::array<char, 256> path;
    const int length =
        std::snprintf(path.data(), path.size(), "%.*s/index%d/size",
                      static_cast<int>(directory.size()), directory.data(), i);
    if (length < 0 || static_cast<size_t>(length) >= path.size()) return 0;
    const int64_t kib = NumberIn(path.data());  // Linux writes "32768K"
    if (kib <= 0) return largest;
    largest = std::max(largest, kib << 10);
  }
}

int64_t LastLevelCacheBytes() {
  constexpr int64_t kUsual = int64_t{32} << 20;
  static const int64_t bytes = [] {
    int64_t found = LargestCacheBytes("/sys/devices/system/cpu/cpu0/cache");
    if (found > 0) return found;
    // Of glibc, a whole socket's where several caches share it: too much by
    // their number.
    found = std::max<int64_t>(sysconf(_SC_LEVEL3_CACHE_SIZE),
                              sysconf(_SC_LEVEL2_CACHE_SIZE));
    return found > 0 ? found : kUsual;
  }();
  return bytes;
}

}  // namespace backlerp
