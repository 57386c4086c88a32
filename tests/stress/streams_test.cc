// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// 64 threads with a stream each, problems of every kind, events between the
// streams: every result has the bits of the serial one.
//
//   BACKLERP_STRESS_SECONDS=600 stress_test --gtest_filter='Streams.*'

#include <atomic>
#include <barrier>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "fmt/core.h"
#include "gtest/gtest.h"
#include "tests/stress/small_problem.h"
#include "tests/support/random.h"

namespace backlerp::test {
namespace {

constexpr size_t kThreads = 64;

// What one thread shows its neighbour.
struct Station {
  size_t problem = 0;
  std::unique_ptr<ReadyProblem> ready;
  aclrtStream stream = nullptr;
  aclrtEvent computed = nullptr;
  aclrtEvent copied = nullptr;  // the neighbour's result, to here
};

class Ring {
 public:
  Ring(const AclSession& session, std::chrono::seconds time)
      : end_(std::chrono::steady_clock::now() + time), stations_(kThreads) {
    for (const SmallProblem& problem : SmallProblems()) {
      expected_.push_back(ResultOf(problem, session));
    }
  }

  void Run() {
    std::vector<std::thread> threads;
    for (size_t i = 0; i < kThreads; ++i) {
      threads.emplace_back([this, i] { RunStation(i); });
    }
    for (std::thread& thread : threads) thread.join();
  }

  int64_t compared() const { return compared_; }
  int64_t different() const { return different_; }
  int64_t refused() const { return refused_; }

 private:
  void Require(int code) {
    if (code != ACL_SUCCESS) ++refused_;
  }

  void RunStation(size_t index) {
    Station& mine = stations_[index];
    Require(aclrtSetDevice(0));
    Require(aclrtCreateStream(&mine.stream));
    Require(aclrtCreateEvent(&mine.computed));
    Require(aclrtCreateEvent(&mine.copied));
    Random random(Seed() + index);
    while (!over_) {
      Round(index, &random);
      // One thread decides, while the others wait: all do as many rounds.
      if (index == 0) over_ = std::chrono::steady_clock::now() > end_;
      together_.arrive_and_wait();
    }
    Require(aclrtDestroyEvent(mine.computed));
    Require(aclrtDestroyEvent(mine.copied));
    Require(aclrtDestroyStream(mine.stream));
    mine.ready = nullptr;
    Require(aclrtResetDevice(0));
  }

  void Round(size_t index, Random* random) {
    Station& mine = stations_[index];
    const Station& before = stations_[(index + kThreads - 1) % kThreads];
    const Station& behind = stations_[(index + 1) % kThreads];
    mine.problem = static_cast<size_t>(
        random->Between(0, static_cast<int64_t>(SmallProblems().size()) - 1));
    mine.ready = std::make_unique<ReadyProblem>(SmallProblems()[mine.problem]);
    Require(mine.ready->Submit(mine.stream));
    Require(aclrtRecordEvent(mine.computed, mine.stream));
    together_.arrive_and_wait();  // all have been submitted

    DeviceBuffer copy(before.ready->dst().size());
    Require(aclrtStreamWaitEvent(mine.stream, before.computed));
    Require(aclrtMemcpyAsync(copy.data(), copy.size(),
                             before.ready->dst().data(), copy.size(),
                             ACL_MEMCPY_DEVICE_TO_DEVICE, mine.stream));
    Require(aclrtRecordEvent(mine.copied, mine.stream));
    together_.arrive_and_wait();  // and so have the copies

    // Only now may this result be overwritten.
    Require(aclrtStreamWaitEvent(mine.stream, behind.copied));
    Require(aclrtMemsetAsync(mine.ready->dst().data(), mine.ready->dst().size(),
                             0xEE, mine.ready->dst().size(), mine.stream));
    Require(mine.ready->Submit(mine.stream));
    Require(aclrtSynchronizeStream(mine.stream));
    Compare(mine.ready->dst(), mine.problem);
    Compare(copy, before.problem);
    together_.arrive_and_wait();  // nobody looks at `before` any more
  }

  void Compare(const DeviceBuffer& actual, size_t problem) {
    ++compared_;
    if (actual.Contents() != expected_[problem]) ++different_;
  }

  const std::chrono::steady_clock::time_point end_;
  std::vector<Station> stations_;
  std::vector<std::vector<std::byte>> expected_;
  std::barrier<> together_{kThreads};
  std::atomic<bool> over_{false};
  std::atomic<int64_t> compared_{0};
  std::atomic<int64_t> different_{0};
  std::atomic<int64_t> refused_{0};
};

void RunRing(const Variables& variables) {
  const AclSession session(variables);
  const std::chrono::seconds time(
      NumberFromEnvironment("BACKLERP_STRESS_SECONDS", 5));
  Ring ring(session, time / 2 + std::chrono::seconds(1));
  ring.Run();
  fmt::print("{} results of {} threads\n", ring.compared(), kThreads);
  EXPECT_EQ(ring.different(), 0);
  EXPECT_EQ(ring.refused(), 0);
  EXPECT_GE(ring.compared(), static_cast<int64_t>(2 * kThreads));
}

TEST(Streams, ManyAtOnceGiveTheSerialBits) { RunRing({}); }
TEST(Streams, ManyAtOnceWithManyWorkersGiveTheSerialBits) {
  RunRing({{"BACKLERP_NUM_THREADS", "4"}});
}

}  // namespace
}  // namespace backlerp::test
