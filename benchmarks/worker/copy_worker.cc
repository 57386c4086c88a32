// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The yardstick: memcpy of as many bytes as make reading and writing together
// the bytes of the operator's two tensors, on the case's number of threads.

#include <algorithm>
#include <barrier>
#include <cstring>
#include <thread>
#include <vector>

#include "benchmarks/worker/contents.h"
#include "benchmarks/worker/serve.h"

namespace backlerp::bench {
namespace {

// Threads that copy one piece each whenever they are told to.
class Copiers {
 public:
  explicit Copiers(int threads) : threads_(threads), gate_(threads) {
    for (int i = 1; i < threads; ++i) {
      pool_.emplace_back([this, i] { Loop(i); });
    }
  }

  ~Copiers() {
    stop_ = true;
    if (threads_ > 1) gate_.arrive_and_wait();
    for (std::thread& thread : pool_) thread.join();
  }

  Copiers(const Copiers&) = delete;
  Copiers& operator=(const Copiers&) = delete;

  void Copy(void* to, const void* from, size_t bytes) {
    // A piece below this is copied sooner than a thread wakes up.
    constexpr size_t kSmallestPiece = size_t{128} << 10;
    if (threads_ == 1 || bytes < threads_ * kSmallestPiece) {
      std::memcpy(to, from, bytes);
      return;
    }
    to_ = static_cast<std::byte*>(to);
    from_ = static_cast<const std::byte*>(from);
    bytes_ = bytes;
    gate_.arrive_and_wait();
    CopyPiece(0);
    gate_.arrive_and_wait();
  }

 private:
  void Loop(int piece) {
    for (;;) {
      gate_.arrive_and_wait();
      if (stop_) return;
      CopyPiece(piece);
      gate_.arrive_and_wait();
    }
  }

  void CopyPiece(int piece) const {
    const size_t begin = bytes_ * piece / threads_;
    const size_t end = bytes_ * (piece + 1) / threads_;
    std::memcpy(to_ + begin, from_ + begin, end - begin);
  }

  int threads_;
  std::barrier<> gate_;
  std::vector<std::thread> pool_;
  bool stop_ = false;
  std::byte* to_ = nullptr;
  const std::byte* from_ = nullptr;
  size_t bytes_ = 0;
};

class CopyPeer : public Peer {
 public:
  std::string Describe() override { return "memcpy of the C library"; }

  std::string Prepare(const Case& to_measure) override {
    sets_.clear();
    bytes_ = std::max<size_t>(
        1, (to_measure.in.bytes() + to_measure.out.bytes()) / 2);
    for (int i = 0; i < to_measure.sets; ++i) {
      sets_.push_back({Allocate(bytes_), Allocate(bytes_)});
    }
    copiers_ = std::make_unique<Copiers>(to_measure.threads);
    return "";
  }

  void Run() override {
    const Set& set = sets_[turn_++ % sets_.size()];
    copiers_->Copy(set.to.get(), set.from.get(), bytes_);
  }

  std::vector<float> Result() override { return {}; }

 private:
  struct Set {
    Memory to;
    Memory from;
  };

  size_t bytes_ = 0;
  std::vector<Set> sets_;
  std::unique_ptr<Copiers> copiers_;
  size_t turn_ = 0;
};

}  // namespace
}  // namespace backlerp::bench

int main() {
  backlerp::bench::CopyPeer peer;
  backlerp::bench::Serve(&peer);
}
