// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_TESTS_CAMPAIGN_CHOOSER_H_
#define BACKLERP_TESTS_CAMPAIGN_CHOOSER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace backlerp::test {

// Where the choices come from that make a problem: a generator of random
// numbers, or the bytes of a fuzzer.
class Chooser {
 public:
  virtual ~Chooser() = default;
  // first <= result <= last.
  virtual int64_t Between(int64_t first, int64_t last) = 0;

  bool OneIn(int64_t times) { return Between(1, times) == times; }
  template <typename T>
  const T& Pick(const std::vector<T>& choices) {
    return choices[static_cast<size_t>(
        Between(0, static_cast<int64_t>(choices.size()) - 1))];
  }
  // 1 <= result <= most, every power of two as likely as the next.
  int64_t LogUniform(int64_t most) {
    int64_t bits = 0;
    while (most >> (bits + 1) > 0) ++bits;
    const int64_t low = int64_t{1} << Between(0, bits);
    return Between(low, 2 * low - 1 < most ? 2 * low - 1 : most);
  }
};

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_CAMPAIGN_CHOOSER_H_
