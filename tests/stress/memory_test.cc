// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Long runs keep no memory, and what is in a workspace does not matter.
//
//   BACKLERP_STRESS_CALLS=1000000 memory_stress_test

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "fmt/core.h"
#include "gtest/gtest.h"
#include "tests/stress/small_problem.h"
#include "tests/support/compare.h"
#include "tests/support/limits.h"
#include "tests/support/plan_run.h"
#include "tests/support/random.h"

namespace backlerp::test {
namespace {

int64_t Calls() {
  return NumberFromEnvironment("BACKLERP_STRESS_CALLS", 100'000);
}

int64_t ResidentBytes() {
  std::ifstream statm("/proc/self/statm");
  int64_t pages = 0;
  statm >> pages >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

// Repeats `body`: a tenth first, then the rest, which may not take more memory
// than a leak of one byte in each call would. The address sanitizer keeps what
// is freed for a while, and something of every thread for ever: there the calls
// run, and only what nothing points to any more counts, at the end.
template <typename Body>
void ExpectFlat(const char* what, int64_t count, const Body& body) {
  for (int64_t i = 0; i < count / 10; ++i) ASSERT_TRUE(body());
  const int64_t before = ResidentBytes();
  for (int64_t i = 0; i < count; ++i) ASSERT_TRUE(body());
  const int64_t grown = ResidentBytes() - before;
  fmt::print("{} {}: resident set of {} KiB, grown by {} KiB\n", count, what,
             before >> 10, grown >> 10);
  if (kAddressSanitizer) GTEST_SKIP() << "AddressSanitizer's memory counts too";
  EXPECT_LE(grown, std::max<int64_t>(count, 256 << 10));
}

TEST(Memory, FirstPhasesThatNeverRun) {
  const AclSession session;
  ReadyProblem problem(SmallProblems()[1]);
  ExpectFlat("first phases", Calls(), [&] {
    return aclDestroyAclOpExecutor(problem.MakeExecutor()) == ACL_SUCCESS;
  });
}

TEST(Memory, WholeCalls) {
  const AclSession session;
  ReadyProblem problem(SmallProblems()[0]);
  ExpectFlat("whole calls", Calls(), [&] {
    return problem.Submit(session.stream()) == ACL_SUCCESS &&
           aclrtSynchronizeStream(session.stream()) == ACL_SUCCESS;
  });
}

// Behind another task, so that the call is queued.
TEST(Memory, QueuedCalls) {
  const AclSession session;
  ReadyProblem problem(SmallProblems()[0]);
  ExpectFlat("queued calls", Calls() / 10, [&] {
    return aclrtLaunchHostFunc(
               session.stream(), [](void*) { std::this_thread::yield(); },
               nullptr) == ACL_SUCCESS &&
           problem.Submit(session.stream()) == ACL_SUCCESS &&
           aclrtSynchronizeStream(session.stream()) == ACL_SUCCESS;
  });
}

TEST(Memory, CallsWithAllTheirHandles) {
  const AclSession session;
  ExpectFlat("calls with their handles", Calls() / 10, [&] {
    ReadyProblem problem(SmallProblems()[0]);
    return problem.Submit(session.stream()) == ACL_SUCCESS &&
           aclrtSynchronizeStream(session.stream()) == ACL_SUCCESS;
  });
}

TEST(Memory, Streams) {
  const AclSession session;
  ExpectFlat("streams with a task and an event", Calls() / 10, [&] {
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    return aclrtCreateStream(&stream) == ACL_SUCCESS &&
           aclrtCreateEvent(&event) == ACL_SUCCESS &&
           aclrtRecordEvent(event, stream) == ACL_SUCCESS &&
           aclrtDestroyStream(stream) == ACL_SUCCESS &&
           aclrtDestroyEvent(event) == ACL_SUCCESS;
  });
}

TEST(Memory, RefusedCalls) {
  const AclSession session(Variables{{"BACKLERP_LOG", "off"}});
  ExpectFlat("refused calls", Calls(), [&] {
    uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    const OperatorArguments nothing = {
        Operator::kV2, nullptr, nullptr, nullptr, false, 0, 0, nullptr};
    return FirstPhase(nothing, &bytes, &executor) != ACL_SUCCESS;
  });
}

// Every kernel and type: bits with a workspace of zeros, ones and noise.
class Workspace : public testing::TestWithParam<std::string> {};

std::vector<std::byte> RunWith(const Plan& plan, const Problem& problem,
                               const std::vector<std::byte>& src,
                               std::vector<std::byte> workspace) {
  const size_t bytes = SizeOf(problem.dtype);
  const auto dims = DstDims(problem);
  std::vector<std::byte> dst(
      static_cast<size_t>(dims[0] * dims[1] * dims[2] * dims[3]) * bytes);
  ThrowUnlessOk(
      plan.Run(src.data(), dst.data(), workspace.data(), workspace.size()),
      "Plan::Run");
  return dst;
}

bool CheckWorkspaces(const std::string& kernel, const Problem& problem,
                     int threads, Random* random) {
  Plan plan;
  if (!Plan::Create(problem, {.threads = threads, .kernel = kernel}, &plan)
           .ok()) {
    return false;
  }
  const auto dims = SrcDims(problem);
  const auto src = SpecialMix(
      problem.dtype, dims[0] * dims[1] * dims[2] * dims[3], 50, random);
  const size_t bytes = plan.workspace_bytes();
  const auto expected =
      RunWith(plan, problem, src, std::vector<std::byte>(bytes));
  std::vector<std::byte> noise(bytes);
  for (std::byte& each : noise) each = static_cast<std::byte>(random->Bits());
  for (const auto& workspace :
       {std::vector<std::byte>(bytes, std::byte{0xFF}), noise}) {
    EXPECT_TRUE(SameBits(problem.dtype, DstDims(problem),
                         RunWith(plan, problem, src, workspace), expected))
        << Describe(problem) << " threads=" << threads;
  }
  return bytes > 0;
}

TEST_P(Workspace, ContentsDoNotMatter) {
  Random random(Seed());
  int with_workspace = 0;
  int runs = 0;
  for (const int type : {0, 1, 2, 3}) {
    for (const Direction direction :
         {Direction::kBackward, Direction::kForward}) {
      for (const bool channels_last : {false, true}) {
        for (const int64_t c : {3, 70, 300}) {
          const int64_t size = c == 300 ? 4 : 65;
          for (const int64_t out_w : {2 * size + 3, 2 * size, size / 2}) {
            const int64_t out_h = out_w < size ? size / 2 : 2 * size;
            Problem problem =
                PackedProblem(direction, static_cast<DataType>(type), c, size,
                              size, out_h, out_w);
            if (channels_last) {
              problem.in_strides = PackedNhwc(c, size, size);
              problem.out_strides = PackedNhwc(c, out_h, out_w);
            }
            for (const int threads : {1, 4}) {
              ++runs;
              if (CheckWorkspaces(GetParam(), problem, threads, &random)) {
                ++with_workspace;
              }
            }
          }
        }
      }
    }
  }
  fmt::print("{}: {} of {} problems with a workspace\n", GetParam(),
             with_workspace, runs);
  if (GetParam() != "copy" && GetParam() != "reference") {
    EXPECT_GT(with_workspace, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Workspace, testing::ValuesIn(KernelNames()),
                         [](const auto& kernel) { return kernel.param; });

}  // namespace
}  // namespace backlerp::test
