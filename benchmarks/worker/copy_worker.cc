// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The yardstick: memcpy of as many bytes as make reading and writing together
// the bytes of the operator's two tensors, on the case's number of threads.

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "benchmarks/worker/contents.h"
#include "benchmarks/worker/crew.h"
#include "benchmarks/worker/serve.h"

namespace backlerp::bench {
namespace {

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
    // Below this a piece is copied sooner than a thread wakes up.
    constexpr size_t kSmallestPiece = size_t{128} << 10;
    const auto threads = static_cast<size_t>(to_measure.threads);
    const bool small = bytes_ < threads * kSmallestPiece;
    crew_ = std::make_unique<Crew>(small ? 1 : to_measure.threads);
    return "";
  }

  void Run() override {
    const Set& set = sets_[turn_++ % sets_.size()];
    crew_->Run([&](int piece) {
      const auto pieces = static_cast<size_t>(crew_->threads());
      const auto place = static_cast<size_t>(piece);
      const size_t begin = bytes_ * place / pieces;
      const size_t end = bytes_ * (place + 1) / pieces;
      std::memcpy(static_cast<std::byte*>(set.to.get()) + begin,
                  static_cast<const std::byte*>(set.from.get()) + begin,
                  end - begin);
    });
  }

  std::vector<float> Result() override { return {}; }

 private:
  struct Set {
    Memory to;
    Memory from;
  };

  size_t bytes_ = 0;
  std::vector<Set> sets_;
  std::unique_ptr<Crew> crew_;
  size_t turn_ = 0;
};

}  // namespace
}  // namespace backlerp::bench

int main() {
  backlerp::bench::CopyPeer peer;
  backlerp::bench::Serve(&peer);
}
