// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// As api_faults_test, but each fault in a process of its own that has not
// called the function before: what a library makes once has its allocations
// too. The parent must not use the library.

#include <fcntl.h>
#include <unistd.h>

#include "fmt/core.h"
#include "gtest/gtest.h"
#include "tests/faults/api_call.h"
#include "tests/faults/fault_injector.h"
#include "tests/stress/child_process.h"

namespace backlerp::test {
namespace {

constexpr int kNoFault = 42;

// Exit codes: 0 refused and working afterwards, kNoFault, or what is wrong.
int FailOnce(const ApiCall& call, const Fault& fault) {
  const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nothing, STDERR_FILENO);
  {
    World world(call.needs);
    FaultInjector injector(fault);
    const int code = call.call(world);
    const int64_t faults = injector.Stop();
    if (faults == 0) return code == call.answer ? kNoFault : 1;
    if (!call.MayAnswerWithoutMemory(code)) return 2;
    if (code != call.answer && !world.OutputsAreUntouched()) return 3;
  }
  aclrtGetLastError(ACL_RT_THREAD_LEVEL);
  World world(call.needs);
  return call.call(world) == call.answer ? 0 : 4;
}

TEST(ColdFaults, EachAllocationOfAFirstCallFailsInTurn) {
  int64_t total = 0;
  for (const ApiCall& call : AllCalls()) {
    SCOPED_TRACE(call.Name());
    for (const bool and_all : {false, true}) {
      for (int64_t first = 1; first < 1000; ++first) {
        const std::string end = RunInChild([&] {
          return FailOnce(call, {.first = first, .and_all = and_all});
        });
        if (end == fmt::format("exit {}", kNoFault)) break;
        ASSERT_EQ(end, "exit 0")
            << "allocation " << first << ", all behind it " << and_all;
        ++total;
      }
    }
  }
  fmt::print("{} processes with a fault\n", total);
  EXPECT_GT(total, 1000);
}

}  // namespace
}  // namespace backlerp::test
