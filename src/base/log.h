// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_BASE_LOG_H_
#define BACKLERP_SRC_BASE_LOG_H_

#include <string_view>
#include <utility>

#include "base/options.h"
#include "fmt/core.h"

namespace backlerp {

inline bool LogEnabled(LogLevel level) {
  return GetOptions().log_level >= level;
}

// Writes "backlerp <level>: <message>\n" to stderr in one call, so that lines
// of several threads do not mix. Takes no memory.
void WriteLog(LogLevel level, std::string_view message) noexcept;

// Formats only where the level is on.
template <typename... Args>
void Log(LogLevel level, fmt::format_string<Args...> format, Args&&... args) {
  if (!LogEnabled(level)) return;
  WriteLog(level, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace backlerp

#endif  // BACKLERP_SRC_BASE_LOG_H_
