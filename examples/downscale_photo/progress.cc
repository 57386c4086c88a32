// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "downscale_photo/progress.h"

#include <unistd.h>

#include <cstdint>

namespace examples {
namespace {

constexpr int kBarWidth = 40;
constexpr char kClearLine[] = "\r\x1b[K";

}  // namespace

Progress::Progress(FILE* file, int steps)
    : file_(file), steps_(steps), is_terminal_(isatty(fileno(file)) != 0) {}

Progress::~Progress() {
  if (is_terminal_) std::fputs(kClearLine, file_);
  std::fflush(file_);
}

void Progress::Step(int step, const std::string& line) {
  if (is_terminal_) std::fputs(kClearLine, file_);
  std::fprintf(file_, "%s\n", line.c_str());
  if (is_terminal_ && steps_ > 0) {
    const int done = static_cast<int>(int64_t{kBarWidth} * step / steps_);
    std::fprintf(file_, "[%s%s] %d of %d", std::string(done, '#').c_str(),
                 std::string(kBarWidth - done, '.').c_str(), step, steps_);
  }
  std::fflush(file_);
}

}  // namespace examples
