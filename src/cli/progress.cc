// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/progress.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "fmt/core.h"

namespace backlerp::cli {
namespace {

constexpr std::chrono::milliseconds kFirst{500};
constexpr std::chrono::milliseconds kBetween{100};

// A terminal that understands how to clear a line.
bool IsTerminal() {
  const char* term = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && term != nullptr &&
         std::string_view(term) != "dumb";
}

}  // namespace

Progress::Progress(std::string what, int64_t total, bool quiet)
    : what_(std::move(what)),
      total_(total),
      enabled_(!quiet && total > 0 && IsTerminal()),
      next_(Clock::now() + kFirst) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void Progress::Show(int64_t done) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kBetween;
  shown_ = true;
  const double share = static_cast<double>(done) / static_cast<double>(total_);
  constexpr int kWidth = 30;
  const int filled = static_cast<int>(share * kWidth);
  fmt::print(stderr, "\r\x1b[K{} [{}{}] {:3.0f} %", what_,
             std::string(static_cast<size_t>(filled), '#'),
             std::string(static_cast<size_t>(kWidth - filled), '.'),
             100 * share);
  std::fflush(stderr);
}

}  // namespace backlerp::cli
