// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The second yardstick: a plain loop that reads the bytes of src once, writes
// those of dst once, past the caches, and computes nothing. A copy reads and
// writes alike, while a gradient reads more than it writes; on some machines
// one of them is dearer.

#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "benchmarks/worker/contents.h"
#include "benchmarks/worker/crew.h"
#include "benchmarks/worker/serve.h"

namespace backlerp::bench {
namespace {

constexpr size_t kLine = 64;

uint64_t Read(const std::byte* from, size_t lines) {
  uint64_t sums[kLine / sizeof(uint64_t)] = {};
  for (size_t line = 0; line < lines; ++line, from += kLine) {
    uint64_t values[kLine / sizeof(uint64_t)];
    std::memcpy(values, from, kLine);
    for (size_t i = 0; i < std::size(sums); ++i) sums[i] += values[i];
  }
  uint64_t sum = 0;
  for (const uint64_t part : sums) sum += part;
  return sum;
}

void Write(std::byte* to, size_t lines) {
#ifdef __SSE2__
  const __m128i zero = _mm_setzero_si128();
  for (std::byte* end = to + lines * kLine; to != end; to += sizeof(zero)) {
    _mm_stream_si128(reinterpret_cast<__m128i*>(to), zero);
  }
  _mm_sfence();
#else
  std::memset(to, 0, lines * kLine);
#endif
}

class LoopPeer : public Peer {
 public:
  std::string Describe() override {
    return "reads src, writes dst past the caches, computes nothing";
  }

  std::string Prepare(const Case& to_measure) override {
    sets_.clear();
    src_lines_ = (to_measure.src().bytes() + kLine - 1) / kLine;
    dst_lines_ = (to_measure.dst().bytes() + kLine - 1) / kLine;
    for (int i = 0; i < to_measure.sets; ++i) {
      sets_.push_back(
          {Allocate(src_lines_ * kLine), Allocate(dst_lines_ * kLine)});
    }
    // Below this a piece is done sooner than a thread wakes up.
    constexpr size_t kSmallestWork = size_t{256} << 10;
    const bool small = (src_lines_ + dst_lines_) * kLine < kSmallestWork;
    crew_ = std::make_unique<Crew>(small ? 1 : to_measure.threads);
    sums_.assign(static_cast<size_t>(crew_->threads()), 0);
    return "";
  }

  void Run() override {
    const Set& set = sets_[turn_++ % sets_.size()];
    crew_->Run([&](int piece) {
      // Reads and writes take turns, as the operator's do.
      constexpr size_t kSteps = 64;
      const size_t steps = kSteps * static_cast<size_t>(crew_->threads());
      const size_t first = kSteps * static_cast<size_t>(piece);
      for (size_t step = first; step < first + kSteps; ++step) {
        const size_t from = src_lines_ * step / steps;
        const size_t to = dst_lines_ * step / steps;
        sums_[static_cast<size_t>(piece)] +=
            Read(static_cast<const std::byte*>(set.src.get()) + from * kLine,
                 src_lines_ * (step + 1) / steps - from);
        Write(static_cast<std::byte*>(set.dst.get()) + to * kLine,
              dst_lines_ * (step + 1) / steps - to);
      }
    });
  }

  std::vector<float> Result() override { return {}; }

 private:
  struct Set {
    Memory src;
    Memory dst;
  };

  size_t src_lines_ = 0;
  size_t dst_lines_ = 0;
  std::vector<Set> sets_;
  std::unique_ptr<Crew> crew_;
  std::vector<uint64_t> sums_;  // so that reading has a purpose
  size_t turn_ = 0;
};

}  // namespace
}  // namespace backlerp::bench

int main() {
  backlerp::bench::LoopPeer peer;
  backlerp::bench::Serve(&peer);
}
