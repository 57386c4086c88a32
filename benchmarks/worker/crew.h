// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_BENCHMARKS_WORKER_CREW_H_
#define BACKLERP_BENCHMARKS_WORKER_CREW_H_

#include <barrier>
#include <functional>
#include <thread>
#include <vector>

namespace backlerp::bench {

// Threads that do one piece of a work each whenever they are told to, the
// calling one among them.
class Crew {
 public:
  explicit Crew(int threads) : threads_(threads), gate_(threads) {
    for (int i = 1; i < threads; ++i) {
      pool_.emplace_back([this, i] { Loop(i); });
    }
  }

  ~Crew() {
    stop_ = true;
    if (threads_ > 1) gate_.arrive_and_wait();
    for (std::thread& thread : pool_) thread.join();
  }

  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  int threads() const { return threads_; }

  // Calls piece(0) .. piece(threads - 1) and returns when all are done.
  void Run(const std::function<void(int)>& piece) {
    piece_ = &piece;
    gate_.arrive_and_wait();
    piece(0);
    gate_.arrive_and_wait();
  }

 private:
  void Loop(int index) {
    for (;;) {
      gate_.arrive_and_wait();
      if (stop_) return;
      (*piece_)(index);
      gate_.arrive_and_wait();
    }
  }

  int threads_;
  std::barrier<> gate_;
  std::vector<std::thread> pool_;
  bool stop_ = false;
  const std::function<void(int)>* piece_ = nullptr;
};

}  // namespace backlerp::bench

#endif  // BACKLERP_BENCHMARKS_WORKER_CREW_H_
