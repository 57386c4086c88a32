// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/log.h"

#include <unistd.h>

#include <string>

namespace backlerp {

void WriteLog(LogLevel level, std::string_view message) {
  constexpr std::string_view kNames[] = {"off", "error", "warn", "info",
                                         "debug"};
  const std::string line = fmt::format(
      "backlerp {}: {}\n", kNames[static_cast<size_t>(level)], message);
  // A log line that cannot be written has nowhere to be reported.
  [[maybe_unused]] const ssize_t written =
      write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace backlerp
