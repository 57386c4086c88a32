// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// A process may end at any time, in any way, with work on its streams.

#include <cstdlib>
#include <string>

#include "gtest/gtest.h"
#include "tests/stress/child_process.h"
#include "tests/stress/small_problem.h"

namespace backlerp::test {
namespace {

class Exit : public testing::TestWithParam<const char*> {};

TEST_P(Exit, WithWorkInFlight) {
  const int64_t times = NumberFromEnvironment("BACKLERP_STRESS_EXITS", 8);
  const ScopedEnvironment quiet(
      {{"BACKLERP_LOG", "off"}, {"BACKLERP_NUM_THREADS", "4"}});
  for (int64_t i = 0; i < times && !HasFailure(); ++i) {
    EXPECT_EQ(RunProgram({BACKLERP_EXIT_PROGRAM, GetParam()}), "exit 0")
        << "time " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, Exit,
                         testing::Values("return", "exit", "quick_exit",
                                         "thread", "static", "atexit"),
                         [](const auto& way) { return way.param; });

}  // namespace
}  // namespace backlerp::test
