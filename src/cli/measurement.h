// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_MEASUREMENT_H_
#define BACKLERP_SRC_CLI_MEASUREMENT_H_

#include <cstddef>
#include <functional>
#include <vector>

namespace backlerp::cli {

// Seconds of many runs of one thing.
class Measurement {
 public:
  void Add(double seconds) { seconds_.push_back(seconds); }
  size_t runs() const { return seconds_.size(); }
  // The value below which `share` of the runs lie, between two of them
  // linearly; 0.5 is the median. There must be a run.
  double Quantile(double share) const;

 private:
  std::vector<double> seconds_;
};

// Seconds that `work` takes.
double Time(const std::function<void()>& work);

// Two works that are to be held against each other.
struct Contest {
  std::function<void()> first;
  std::function<void()> second;
  // At least this long for both together, and at least five runs of each.
  double seconds = 1;
};
struct ContestResult {
  Measurement first;
  Measurement second;
};

// Runs both by turns, and the one that begins changes too, so that what else
// happens on the machine hits both alike. Each has a run before that does not
// count.
ContestResult Run(const Contest& contest);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_MEASUREMENT_H_
