// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// A process under a limit of address space (`ulimit -v`): what is too large for
// it is refused with the documented code, and the process works on.

#include <sys/resource.h>

#include <fstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "opdev/op_errno.h"
#include "tests/stress/child_process.h"
#include "tests/support/acl_session.h"
#include "tests/support/plan_run.h"

namespace backlerp::test {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

size_t AddressSpace() {
  std::ifstream statm("/proc/self/statm");
  size_t pages = 0;
  statm >> pages;
  return pages * 4096;
}

// Leaves the process this much more than it has.
bool LimitTo(size_t bytes) {
  const rlimit limit = {AddressSpace() + bytes, RLIM_INFINITY};
  return setrlimit(RLIMIT_AS, &limit) == 0;
}

bool DoublingWorks(const AclSession& session) {
  const std::vector<int64_t> small = {1, 8, 3, 3};
  const std::vector<int64_t> large = {1, 8, 6, 6};
  DeviceBuffer src(8 * 36 * sizeof(float));
  DeviceBuffer dst(8 * 9 * sizeof(float));
  src.Fill(0);
  const TensorHandle grad_out({large, PackedStrides(large)}, ACL_FLOAT,
                              src.data());
  const TensorHandle grad_in({small, PackedStrides(small)}, ACL_FLOAT,
                             dst.data());
  const IntArrayHandle out_size({6, 6});
  const IntArrayHandle in_size(small);
  RunToEnd({Operator::kV2, grad_out.get(), out_size.get(), in_size.get(), false,
            0, 0, grad_in.get()},
           session);
  return dst.Contents() == std::vector<std::byte>(dst.size());
}

int LargeBlocks() {
  const AclSession session;
  if (!DoublingWorks(session) || !LimitTo(64 * kMiB)) return 1;
  for (const size_t bytes : {65 * kMiB, 1024 * kMiB, 100 * 1024 * kMiB}) {
    void* block = nullptr;
    if (aclrtMalloc(&block, bytes, ACL_MEM_MALLOC_HUGE_FIRST) !=
        ACL_ERROR_RT_MEMORY_ALLOCATION) {
      return 2;
    }
    if (aclrtMallocHost(&block, bytes) != ACL_ERROR_RT_MEMORY_ALLOCATION) {
      return 3;
    }
    if (block != nullptr) return 4;
  }
  // As many as there are; then one less, and so again.
  std::vector<void*> blocks;
  void* block = nullptr;
  while (aclrtMalloc(&block, kMiB, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS) {
    blocks.push_back(block);
  }
  if (blocks.size() < 16 || blocks.size() > 64) return 5;
  for (void* each : blocks) aclrtFree(each);
  return DoublingWorks(session) ? 0 : 6;
}

int LargePlans() {
  const AclSession session;
  if (!DoublingWorks(session) || !LimitTo(8 * kMiB)) return 1;
  // Tables of 2^20 rows of an axis do not fit.
  constexpr int64_t kLong = int64_t{1} << 20;
  const Problem problem = PackedProblem(
      Direction::kBackward, DataType::kFloat32, 1, kLong, 1, kLong, 1);
  Problem longer = problem;
  longer.in_h = kLong - 1;
  Plan plan;
  if (Plan::Create(longer, {}, &plan).code() != StatusCode::kOutOfMemory) {
    return 2;
  }
  const std::vector<int64_t> dst = {1, 1, kLong - 1, 1};
  const std::vector<int64_t> src = {1, 1, kLong, 1};
  const TensorHandle grad_out({src, PackedStrides(src)}, ACL_FLOAT, nullptr);
  const TensorHandle grad_in({dst, PackedStrides(dst)}, ACL_FLOAT, nullptr);
  const IntArrayHandle out_size({kLong, 1});
  const IntArrayHandle in_size(dst);
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  const int code = FirstPhase({Operator::kV2, grad_out.get(), out_size.get(),
                               in_size.get(), false, 0, 0, grad_in.get()},
                              &bytes, &executor);
  if (code != ACLNN_ERR_INNER_CREATE_EXECUTOR || executor != nullptr) return 3;
  return DoublingWorks(session) ? 0 : 4;
}

// A stream's thread needs address space for its stack.
int Streams() {
  const AclSession session;
  if (!DoublingWorks(session) || !LimitTo(40 * kMiB)) return 1;
  std::vector<aclrtStream> streams;
  int code = ACL_SUCCESS;
  while (code == ACL_SUCCESS && streams.size() < 1000) {
    aclrtStream stream = nullptr;
    if (aclrtCreateStream(&stream) != ACL_SUCCESS) return 2;
    streams.push_back(stream);
    code = aclrtLaunchHostFunc(
        stream, [](void*) {}, nullptr);
  }
  if (code != ACL_ERROR_RT_NO_STREAM_RESOURCE &&
      code != ACL_ERROR_RT_MEMORY_ALLOCATION) {
    return 3;
  }
  for (const aclrtStream stream : streams) {
    if (aclrtDestroyStream(stream) != ACL_SUCCESS) return 4;
  }
  return DoublingWorks(session) ? 0 : 5;
}

TEST(MemoryLimit, LargeBlocksAreRefused) {
  EXPECT_EQ(RunInChild(LargeBlocks), "exit 0");
}
TEST(MemoryLimit, LargePlansAreRefused) {
  EXPECT_EQ(RunInChild(LargePlans), "exit 0");
}
TEST(MemoryLimit, StreamsThatCannotStartAreRefused) {
  EXPECT_EQ(RunInChild(Streams), "exit 0");
}

}  // namespace
}  // namespace backlerp::test
