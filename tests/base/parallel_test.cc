// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/parallel.h"

#include <atomic>
#include <cfenv>
#include <vector>

#include "gtest/gtest.h"

namespace backlerp {
namespace {

constexpr float kNearestThird = 0x1.555556p-2F;

// Counts how often each task ran, and notes what must not happen.
class Counting final : public ParallelWork {
 public:
  Counting(int64_t tasks, int workers) : counts_(tasks), busy_(workers) {}

  void Run(int64_t begin, int64_t end, int worker) const noexcept override {
    // fegetround asks the x87 unit on x86, which is not the one that computes.
    volatile float one = 1;
    if (one / 3.0F != kNearestThird) wrong_rounding = true;
    if (busy_[worker].exchange(true)) shared_worker = true;
    for (int64_t task = begin; task < end; ++task) ++counts_[task];
    busy_[worker] = false;
  }

  bool EachOnce() const {
    for (const auto& count : counts_) {
      if (count != 1) return false;
    }
    return true;
  }

  mutable std::atomic<bool> wrong_rounding{false};
  mutable std::atomic<bool> shared_worker{false};

 private:
  mutable std::vector<std::atomic<int>> counts_;
  mutable std::vector<std::atomic<bool>> busy_;
};

TEST(ParallelFor, RunsEachTaskOnce) {
  for (const int workers : {1, 2, 3, 8, 16}) {
    for (const int64_t tasks : {0, 1, 2, 7, 100}) {
      for (const int64_t grain : {1, 3, 1000}) {
        const Counting work(tasks, workers);
        ParallelFor(work, tasks, grain, workers);
        EXPECT_TRUE(work.EachOnce()) << workers << " " << tasks << " " << grain;
        EXPECT_FALSE(work.shared_worker);
      }
    }
  }
}

TEST(ParallelFor, WorksInTheDefaultModeAndKeepsTheCallers) {
  std::fesetround(FE_UPWARD);
  const Counting work(100, 4);
  ParallelFor(work, 100, 1, 4);
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_TONEAREST);
  EXPECT_FALSE(work.wrong_rounding);
}

}  // namespace
}  // namespace backlerp
