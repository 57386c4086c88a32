// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Legal problems, drawn at random.

#ifndef BACKLERP_TESTS_CAMPAIGN_DRAW_H_
#define BACKLERP_TESTS_CAMPAIGN_DRAW_H_

#include <cstdint>
#include <string>

#include "backlerp/plan.h"
#include "backlerp/problem.h"
#include "tests/campaign/chooser.h"
#include "tests/support/layout.h"

namespace backlerp::test {

struct DrawnLayout {
  const char* name;
  Layout layout;
};

struct Drawn {
  Problem problem;
  DrawnLayout src;
  DrawnLayout dst;
  // Finite values of normal size only, for which the error bound holds.
  bool ordinary;
  int exponent;     // of ordinary values: normal ones times 2^exponent
  int64_t rarity;   // of the others: one in so many is special
  uint64_t values;  // the seed of the values
};

// Both tensors together, packed, have at most 2^max_bits elements.
Drawn DrawProblem(int max_bits, Chooser* chooser);

// Threads, strip width and stores; the kernel is the caller's choice.
PlanOptions DrawOptions(const std::string& kernel, Chooser* chooser);

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_CAMPAIGN_DRAW_H_
