// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// No thread can be started: what needs a stream's thread is refused with the
// documented code and leaves nothing behind; operators compute on the threads
// that there are, with the same bits.

#include <string>
#include <vector>

#include "fmt/core.h"
#include "gtest/gtest.h"
#include "opdev/op_errno.h"
#include "tests/faults/fault_injector.h"
#include "tests/faults/world.h"
#include "tests/stress/child_process.h"
#include "tests/support/plan_run.h"

namespace backlerp::test {
namespace {

constexpr Fault kNoThreads = {
    .what = Fault::What::kThreadStart, .first = 1, .and_all = true};

struct Submission {
  const char* name;
  unsigned needs;
  int refusal;
  int (*submit)(World& world);
};

constexpr Submission kSubmissions[] = {
    {"aclrtLaunchHostFunc", kStream, ACL_ERROR_RT_NO_STREAM_RESOURCE,
     [](World& w) {
       return aclrtLaunchHostFunc(
           w.stream, [](void*) {}, nullptr);
     }},
    {"aclrtMemcpyAsync", kStream | kMemory, ACL_ERROR_RT_NO_STREAM_RESOURCE,
     [](World& w) {
       return aclrtMemcpyAsync(w.device, 256, w.host, 256,
                               ACL_MEMCPY_HOST_TO_DEVICE, w.stream);
     }},
    {"aclrtMemcpyAsyncWithCondition", kStream | kMemory,
     ACL_ERROR_RT_NO_STREAM_RESOURCE,
     [](World& w) {
       return aclrtMemcpyAsyncWithCondition(
           w.device, 256, w.host, 256, ACL_MEMCPY_HOST_TO_DEVICE, w.stream);
     }},
    {"aclrtMemsetAsync", kStream | kMemory, ACL_ERROR_RT_NO_STREAM_RESOURCE,
     [](World& w) {
       return aclrtMemsetAsync(w.device, 256, 1, 256, w.stream);
     }},
    {"aclrtRecordEvent", kStream, ACL_ERROR_RT_NO_STREAM_RESOURCE,
     [](World& w) {
       if (!w.IsWritten(w.out.event)) aclrtCreateEvent(&w.out.event);
       return aclrtRecordEvent(w.out.event, w.stream);
     }},
    {"aclrtResetEvent", kStream, ACL_ERROR_RT_NO_STREAM_RESOURCE,
     [](World& w) {
       if (!w.IsWritten(w.out.event)) aclrtCreateEvent(&w.out.event);
       return aclrtResetEvent(w.out.event, w.stream);
     }},
    {"aclrtLaunchCallback", kSubscription, ACL_ERROR_RT_NO_STREAM_RESOURCE,
     [](World& w) {
       return aclrtLaunchCallback([](void*) {}, nullptr, ACL_CALLBACK_NO_BLOCK,
                                  w.stream);
     }},
    {"aclnnUpsampleBilinear2dBackwardV2", kStream | kExecutor,
     ACLNN_ERR_RUNTIME_ERROR,
     [](World& w) {
       aclSetAclOpExecutorRepeatable(w.executor);
       return SecondPhase(Operator::kV2, w.workspace.data(), w.workspace_bytes,
                          w.executor, w.stream);
     }},
};

TEST(ThreadFaults, SubmissionsAreRefusedAndWorkAfterwards) {
  int64_t total = 0;
  for (const Submission& submission : kSubmissions) {
    SCOPED_TRACE(submission.name);
    World world(submission.needs);
    FaultInjector injector(kNoThreads);
    const int code = submission.submit(world);
    const int64_t faults = injector.Stop();
    EXPECT_EQ(code, submission.refusal);
    EXPECT_EQ(faults, 1);
    EXPECT_EQ(aclrtSynchronizeStream(world.stream), ACL_SUCCESS);
    EXPECT_EQ(submission.submit(world), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(world.stream), ACL_SUCCESS);
    total += faults;
  }
  fmt::print("{} thread starts refused\n", total);
}

// Nothing of a refused stream is left, over and over.
TEST(ThreadFaults, RefusedSubmissionsKeepNoMemory) {
  const auto round = [] {
    World world(kStream);
    const FaultInjector injector(kNoThreads);
    return aclrtLaunchHostFunc(
        world.stream, [](void*) {}, nullptr);
  };
  const auto settle = [] {
    aclrtFree(nullptr);
    aclGetRecentErrMsg();
  };
  round();
  settle();
  const int64_t before = LiveBlocks();
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(round(), ACL_ERROR_RT_NO_STREAM_RESOURCE);
  }
  settle();
  EXPECT_EQ(LiveBlocks(), before);
}

// In a child whose parent has not used oneTBB either: it starts its threads
// once, with the first run that can use several.
int RunWithoutThreads(const Problem& problem, const std::vector<std::byte>& src,
                      const std::vector<std::byte>& expected) {
  std::vector<std::byte> actual;
  int64_t faults = 0;
  {
    FaultInjector injector(kNoThreads);
    actual = RunPacked(problem, src, OnThreads(8));
    faults = injector.Stop();
  }
  if (actual != expected) return 1;
  if (faults == 0) return 2;
  // With threads again.
  for (int i = 0; i < 20; ++i) {
    if (RunPacked(problem, src, OnThreads(8)) != expected) return 3;
  }
  return 0;
}

TEST(ThreadFaults, OperatorsComputeWithoutThem) {
  const Problem problem = PackedProblem(
      Direction::kBackward, DataType::kFloat32, /*c=*/64, 96, 80, 131, 127);
  std::vector<std::byte> src(64 * 131 * 127 * sizeof(float));
  for (size_t i = 0; i < src.size(); i += 4) {
    src[i] = static_cast<std::byte>(i % 251);
  }
  const auto expected = RunPacked(problem, src, OnThreads(1));
  EXPECT_EQ(
      RunInChild([&] { return RunWithoutThreads(problem, src, expected); }),
      "exit 0");
}

}  // namespace
}  // namespace backlerp::test
