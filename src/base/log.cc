// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/log.h"

#include <sys/uio.h>
#include <unistd.h>

#include <iterator>

namespace backlerp {
namespace {

// writev does not write to it.
iovec PieceOf(std::string_view text) {
  return {const_cast<char*>(text.data()), text.size()};
}

}  // namespace

void WriteLog(LogLevel level, std::string_view message) noexcept {
  constexpr std::string_view kNames[] = {"off", "error", "warn", "info",
                                         "debug"};
  const iovec line[] = {PieceOf("backlerp "),
                        PieceOf(kNames[static_cast<size_t>(level)]),
                        PieceOf(": "), PieceOf(message), PieceOf("\n")};
  // A log line that cannot be written has nowhere to be reported.
  [[maybe_unused]] const ssize_t written =
      writev(STDERR_FILENO, line, std::size(line));
}

}  // namespace backlerp
