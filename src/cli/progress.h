// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_PROGRESS_H_
#define BACKLERP_SRC_CLI_PROGRESS_H_

#include <chrono>
#include <cstdint>
#include <string>

namespace backlerp::cli {

// A line on stderr that says how far a job is. It appears where stderr is a
// terminal and the job takes longer than half a second, and is gone when this
// object is.
class Progress {
 public:
  Progress(std::string what, int64_t total, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `done` of `total`.
  void Show(int64_t done);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  int64_t total_;
  bool enabled_;
  bool shown_ = false;
  Clock::time_point next_;
};

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_PROGRESS_H_
