// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/measurement.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace backlerp::cli {

double Measurement::Quantile(double share) const {
  std::vector<double> sorted = seconds_;
  std::sort(sorted.begin(), sorted.end());
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above],
                   place - static_cast<double>(below));
}

double Time(const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

ContestResult Run(const Contest& contest) {
  constexpr size_t kLeastRuns = 5;
  constexpr size_t kMostRuns = 1000000;
  contest.first();
  contest.second();
  ContestResult result;
  double spent = 0;
  bool second_begins = false;
  while ((spent < contest.seconds || result.first.runs() < kLeastRuns) &&
         result.first.runs() < kMostRuns) {
    double first = 0;
    double second = 0;
    if (second_begins) second = Time(contest.second);
    first = Time(contest.first);
    if (!second_begins) second = Time(contest.second);
    second_begins = !second_begins;
    result.first.Add(first);
    result.second.Add(second);
    spent += first + second;
  }
  return result;
}

}  // namespace backlerp::cli
