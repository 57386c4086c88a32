// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Every allocation of every C function fails in turn, alone and with all behind
// it. The function answers what its header documents, writes no output and
// keeps no memory; afterwards the same call works.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <string>

#include "fmt/core.h"
#include "gtest/gtest.h"
#include "tests/faults/api_call.h"
#include "tests/faults/fault_injector.h"

namespace backlerp::test {
namespace {

constexpr int64_t kMostFaults = 1000;

// Leaves the thread's error text as it always is: one message given out.
void Settle() {
  aclrtFree(nullptr);
  aclGetRecentErrMsg();
  aclrtGetLastError(ACL_RT_THREAD_LEVEL);
}

// What one call did under a fault.
struct Outcome {
  int code;
  int64_t faults;
  bool untouched;
  int64_t kept_blocks;  // after all that it made or used has been destroyed
};

Outcome Try(const ApiCall& call, const Fault& fault) {
  Outcome outcome{};
  Settle();
  const int64_t before = LiveBlocks();
  {
    World world(call.needs);
    FaultInjector injector(fault);
    outcome.code = call.call(world);
    outcome.faults = injector.Stop();
    outcome.untouched = world.OutputsAreUntouched();
  }
  Settle();
  outcome.kept_blocks = LiveBlocks() - before;
  return outcome;
}

constexpr int64_t kNever = kMostFaults + 1;

// The library's log would be as long as there are faults.
class QuietErrors {
 public:
  QuietErrors() : kept_(dup(STDERR_FILENO)) {
    const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nothing, STDERR_FILENO);
    close(nothing);
  }
  ~QuietErrors() {
    dup2(kept_, STDERR_FILENO);
    close(kept_);
  }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  int kept_;
};

class ApiFaults : public testing::TestWithParam<ApiCall> {
 protected:
  void ExpectRefused(const Outcome& outcome) const {
    EXPECT_TRUE(GetParam().MayAnswerWithoutMemory(outcome.code))
        << outcome.code;
    EXPECT_TRUE(outcome.untouched || outcome.code == GetParam().answer);
    EXPECT_EQ(outcome.kept_blocks, 0);
  }
  void ExpectToWork() const {
    const Outcome outcome = Try(GetParam(), {.first = kNever});
    EXPECT_EQ(outcome.code, GetParam().answer);
    // Each initialisation keeps the options that it replaces.
    if (std::string("aclInit") != GetParam().function) {
      EXPECT_EQ(outcome.kept_blocks, 0);
    }
  }
};

TEST_P(ApiFaults, EachAllocationFailsInTurn) {
  const QuietErrors quiet;
  const ApiCall& call = GetParam();
  Try(call, {.first = kNever});  // what is made once is there
  ExpectToWork();
  int64_t total = 0;
  for (const bool and_all : {false, true}) {
    for (int64_t first = 1; first <= kMostFaults; ++first) {
      SCOPED_TRACE(fmt::format("allocation {}{}", first,
                               and_all ? " and all behind it" : ""));
      const Outcome outcome = Try(call, {.first = first, .and_all = and_all});
      if (outcome.faults == 0) break;
      total += outcome.faults;
      ExpectRefused(outcome);
      ExpectToWork();
      if (HasFailure()) return;
    }
  }
  fmt::print("{}: {} faults\n", call.Name(), total);
  RecordProperty("faults", std::to_string(total));
  EXPECT_EQ(total > 0, call.allocates);
}

std::string TestName(const testing::TestParamInfo<ApiCall>& info) {
  std::string name = info.param.Name();
  std::replace_if(
      name.begin(), name.end(),
      [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; },
      '_');
  return fmt::format("{}_{}", name, info.index);
}

INSTANTIATE_TEST_SUITE_P(Calls, ApiFaults, testing::ValuesIn(AllCalls()),
                         TestName);

// The table has every function that the libraries export.
TEST(ApiFaultsTable, IsComplete) {
  std::set<std::string> in_table;
  for (const ApiCall& call : AllCalls()) in_table.insert(call.function);
  int exported = 0;
  for (const char* library : {"ascendcl", "nnopbase", "opapi"}) {
    std::ifstream list(fmt::format(BACKLERP_EXPORTS "/{}.txt", library));
    for (std::string name; list >> name; ++exported) {
      EXPECT_TRUE(in_table.contains(name)) << name;
    }
  }
  EXPECT_GT(exported, 100);
}

}  // namespace
}  // namespace backlerp::test
