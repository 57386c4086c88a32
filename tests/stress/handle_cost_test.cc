// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What it costs that handles are checked. The bound only catches a blunder;
// the printed figure is what to read.

#include <algorithm>
#include <chrono>
#include <vector>

#include "fmt/core.h"
#include "gtest/gtest.h"
#include "tests/support/acl_session.h"

namespace backlerp::test {
namespace {

// The least of some measurements, in nanoseconds a call.
template <typename Body>
double Cost(const Body& body) {
  constexpr int kRounds = 20;
  constexpr int kCalls = 20'000;
  double least = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kCalls; ++i) body();
    const std::chrono::duration<double, std::nano> time =
        std::chrono::steady_clock::now() - start;
    least = std::min(least, time.count() / kCalls);
  }
  return least;
}

TEST(HandleCost, IsSmall) {
  // Among many others.
  std::vector<aclIntArray*> arrays;
  const int64_t value = 1;
  for (int i = 0; i < 10'000; ++i) {
    arrays.push_back(aclCreateIntArray(&value, 1));
  }
  size_t next = 0;
  uint64_t size = 0;
  const double cost = Cost([&] {
    next = (next + 7919) % arrays.size();
    aclGetIntArraySize(arrays[next], &size);
  });
  const double same = Cost([&] { aclGetIntArraySize(arrays[0], &size); });
  fmt::print("a call with a handle: {:.1f} ns, one of 10000: {:.1f} ns\n", same,
             cost);
  EXPECT_LT(cost, 1000);
  for (const aclIntArray* array : arrays) aclDestroyIntArray(array);
}

}  // namespace
}  // namespace backlerp::test
