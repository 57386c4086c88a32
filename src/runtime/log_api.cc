// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdarg>
#include <cstdio>
#include <string>

#include "acl/acl.h"
#include "base/log.h"

namespace {

using backlerp::LogLevel;

LogLevel ToLogLevel(aclLogLevel level) {
  switch (static_cast<int>(level)) {
    case ACL_DEBUG:
      return LogLevel::kDebug;
    case ACL_INFO:
      return LogLevel::kInfo;
    case ACL_WARNING:
      return LogLevel::kWarn;
    case ACL_ERROR:
      break;
  }
  return LogLevel::kError;
}

// GCC and Clang see no literal here: the format is the caller's argument.
__attribute__((format(printf, 1, 0))) std::string Format(const char* format,
                                                         va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (length <= 0) return {};
  std::string text(static_cast<size_t>(length) + 1, '\0');
  std::vsnprintf(text.data(), text.size(), format, arguments);
  text.pop_back();
  return text;
}

const char* OrEmpty(const char* text) { return text == nullptr ? "" : text; }

}  // namespace

void aclAppLog(aclLogLevel logLevel, const char* func, const char* file,
               uint32_t line, const char* fmt, ...) {
  const LogLevel level = ToLogLevel(logLevel);
  va_list arguments;
  va_start(arguments, fmt);
  try {
    if (backlerp::LogEnabled(level)) {
      backlerp::WriteLog(
          level, fmt::format("{}:{} {}: {}", OrEmpty(file), line, OrEmpty(func),
                             fmt == nullptr ? "" : Format(fmt, arguments)));
    }
  } catch (...) {
    backlerp::WriteLog(LogLevel::kError, "aclAppLog: out of memory");
  }
  va_end(arguments);
}
