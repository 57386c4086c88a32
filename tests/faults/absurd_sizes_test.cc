// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Phase 1 of sizes that nobody can mean: an answer at once, and little memory.

#include <chrono>
#include <limits>
#include <string>
#include <vector>

#include "fmt/core.h"
#include "gtest/gtest.h"
#include "opdev/op_errno.h"
#include "tests/faults/fault_injector.h"
#include "tests/support/acl_session.h"
#include "tests/support/plan_run.h"

namespace backlerp::test {
namespace {

constexpr int64_t kMax = int64_t{1} << 20;  // of a dimension
constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();

struct Sizes {
  int64_t n, c, in_h, in_w, out_h, out_w;
};

constexpr Sizes kRefused[] = {
    {1, 1, kMax, kMax, kMax, kMax},
    {1, 1, 1, 1, kMax, kMax},
    {1, 1, kMax, kMax, 1, 1},
    {kMax, kMax, 1, 1, 1, 1},
    {kMax, kMax, 2, 2, 4, 4},
    {kMax, kMax, kMax, kMax, kMax, kMax},
    {kHuge, kHuge, kHuge, kHuge, kHuge, kHuge},
    {kHuge, 1, 2, 2, 4, 4},
    {1, 1, kHuge, 1, kHuge, 1},
};

struct Cost {
  double milliseconds;
  int64_t bytes;
};

template <typename Body>
Cost CostOf(const Body& body) {
  const int64_t before = LiveBytes();
  ResetPeakBytes();
  const auto start = std::chrono::steady_clock::now();
  body();
  const std::chrono::duration<double, std::milli> time =
      std::chrono::steady_clock::now() - start;
  return {time.count(), PeakBytes() - before};
}

aclnnStatus PhaseOne(const Sizes& s) {
  const std::vector<int64_t> src = {s.n, s.c, s.out_h, s.out_w};
  const std::vector<int64_t> dst = {s.n, s.c, s.in_h, s.in_w};
  const std::vector<int64_t> packed = {1, 1, 1, 1};
  const TensorHandle grad_out({src, packed}, ACL_FLOAT, nullptr);
  const TensorHandle grad_in({dst, packed}, ACL_FLOAT, nullptr);
  const IntArrayHandle out_size({s.out_h, s.out_w});
  const IntArrayHandle in_size(dst);
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  return FirstPhase({Operator::kV2, grad_out.get(), out_size.get(),
                     in_size.get(), false, 0, 0, grad_in.get()},
                    &bytes, &executor);
}

TEST(AbsurdSizes, AreRefusedAtOnce) {
  const AclSession session;
  for (const Sizes& sizes : kRefused) {
    aclnnStatus code = ACL_SUCCESS;
    const Cost cost = CostOf([&] { code = PhaseOne(sizes); });
    fmt::print("{}x{}x{}x{} <- {}x{}: {:.2f} ms, {} bytes\n", sizes.n, sizes.c,
               sizes.in_h, sizes.in_w, sizes.out_h, sizes.out_w,
               cost.milliseconds, cost.bytes);
    EXPECT_EQ(code, ACLNN_ERR_PARAM_INVALID);
    EXPECT_LT(cost.milliseconds, 200);  // on a busy machine
    EXPECT_LT(cost.bytes, 64 << 10);
  }
}

// The largest that are accepted: tables of an entry an index, no more.
TEST(AbsurdSizes, TablesGrowWithTheAxesAlone) {
  for (const auto& [in, out] : {std::pair{kMax, kMax - 1},
                                {kMax - 1, kMax},
                                {int64_t{1}, kMax},
                                {kMax, int64_t{1}}}) {
    const Problem problem = PackedProblem(
        Direction::kBackward, DataType::kFloat32, /*c=*/1, in, in, out, out);
    Plan plan;
    Status status;
    const Cost cost =
        CostOf([&] { status = Plan::Create(problem, {}, &plan); });
    ASSERT_TRUE(status.ok()) << status.message();
    fmt::print("{}^2 <- {}^2: {:.0f} ms, {} KiB\n", in, out, cost.milliseconds,
               cost.bytes >> 10);
    EXPECT_LT(cost.milliseconds, 5000);
    EXPECT_LT(cost.bytes, 64 * 2 * (in + out));
  }
}

}  // namespace
}  // namespace backlerp::test
