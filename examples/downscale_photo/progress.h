// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_PROGRESS_H_
#define BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_PROGRESS_H_

#include <cstdio>
#include <string>

namespace examples {

// One line a step on `file`; on a terminal also a bar below the lines.
class Progress {
 public:
  Progress(FILE* file, int steps);
  // Removes the bar.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Step(int step, const std::string& line);

 private:
  FILE* file_;
  int steps_;
  bool is_terminal_;
};

}  // namespace examples

#endif  // BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_PROGRESS_H_
