// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Hard cases 47 and 48: work shared between threads with a remainder, with
// fewer planes than threads, with one pixel that everything adds to.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "gmock/gmock.h"
#include "tests/support/compare.h"
#include "tests/support/element.h"
#include "tests/support/limits.h"
#include "tests/support/operator_call.h"
#include "tests/support/plan_run.h"
#include "tests/support/random.h"

namespace backlerp::test {
namespace {

using testing::ElementsAre;
using Values = std::vector<double>;

// Threads that add to one pixel must not lose or reorder anything.
TEST(HardCase47, ThousandRunsOfOnePixel) {
  const std::vector<std::byte> ones =
      EncodeAll(DataType::kFloat32, Values(512 * 512, 1.0));
  Problem problem = PackedProblem(Direction::kBackward, DataType::kFloat32,
                                  /*c=*/1, 1, 1, 512, 512);
  problem.align_corners = true;
  for (int run = 0; run < Repeats(1000); ++run) {
    const auto result = RunPacked(problem, ones, OnThreads(8));
    ASSERT_THAT(DecodeAll(DataType::kFloat32, result), ElementsAre(262144))
        << "run " << run;
  }
}

TEST(HardCase47, FourPixelsAreStable) {
  const OperatorCall call = V2().Ones().From(512, 512).Into(2, 2);
  const AclSession session(Variables{{"BACKLERP_NUM_THREADS", "8"}});
  const CallResult first = call.Run(session);
  const Values values = first.Values();
  EXPECT_NEAR(std::accumulate(values.begin(), values.end(), 0.0), 262144,
              262144 * 1e-5);
  for (int run = 0; run < 20; ++run) {
    ASSERT_EQ(call.Run(session).storage, first.storage) << "run " << run;
  }
}

constexpr int kAllCounts[] = {2,  3,  4,  5,  6,  7,  8, 9,
                              10, 11, 12, 13, 14, 15, 16};
constexpr int kSomeCounts[] = {2, 3, 7, 16};

// Runs the problem with each number of threads and compares with one. Returns
// the most workers that a run had.
int ExpectAnySplit(const Problem& problem, std::span<const int> counts) {
  const Layout layout = PackedNchwLayout(SrcDims(problem));
  const auto src =
      EncodeAll(problem.dtype, Normals(problem.dtype, layout.size(), Seed()));
  const auto expected = RunPacked(problem, src, OnThreads(1));
  int most = 1;
  for (const int threads : counts) {
    EXPECT_TRUE(SameBits(problem.dtype, DstDims(problem),
                         RunPacked(problem, src, OnThreads(threads)), expected))
        << Describe(problem) << " threads=" << threads;
    Plan plan;
    ThrowUnlessOk(Plan::Create(problem, OnThreads(threads), &plan),
                  "Plan::Create");
    most = std::max(most, plan.threads());
  }
  return most;
}

class HardCase48 : public testing::TestWithParam<int64_t> {};

TEST_P(HardCase48, AnySplitOfTheWork) {
  for (int64_t in_h = 1; in_h <= 17; ++in_h) {
    ExpectAnySplit(PackedProblem(Direction::kBackward, DataType::kFloat32,
                                 /*c=*/GetParam(), in_h, 3, 2 * in_h, 6),
                   kAllCounts);
  }
}

// Problems that small run on the calling thread alone: the same splits of
// rows that are long enough for several threads.
TEST_P(HardCase48, AnySplitOfLongRows) {
  int most = 1;
  for (const int64_t in_h : {1, 2, 17}) {
    most = std::max(
        most, ExpectAnySplit(
                  PackedProblem(Direction::kBackward, DataType::kFloat32,
                                /*c=*/GetParam(), in_h, 2001, 2 * in_h, 4001),
                  kSomeCounts));
  }
  EXPECT_GT(most, 1) << "no run had a second thread";
}

INSTANTIATE_TEST_SUITE_P(Planes, HardCase48, testing::Range<int64_t>(1, 18));

}  // namespace
}  // namespace backlerp::test
