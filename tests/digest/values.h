// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Source values and digests of results, made of integers alone: no library
// whose results could differ from one machine to the next has a part in them.

#ifndef BACKLERP_TESTS_DIGEST_VALUES_H_
#define BACKLERP_TESTS_DIGEST_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "backlerp/problem.h"

namespace backlerp::test {

enum class Values {
  kPlain,      // of all signs, from 2^-8 to 2^5
  kRare,       // plain, one in 50 special
  kSpecial,    // one in 3 an infinity, a NaN with any payload, a signed zero, a
               // denormal or a value next to the largest
  kDenormals,  // denormals and the smallest normal values
  kHuge,       // sums of a few overflow
};

// 64-bit FNV-1a.
uint64_t Digest(const void* data, size_t bytes);
inline uint64_t Digest(std::string_view text) {
  return Digest(text.data(), text.size());
}

// The bytes of `count` elements; equal arguments give equal bytes.
std::vector<std::byte> MakeValues(Values values, DataType dtype, int64_t count,
                                  uint64_t seed);

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_DIGEST_VALUES_H_
