// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_STATUS_H_
#define BACKLERP_STATUS_H_

#include <string>
#include <utility>

namespace backlerp {

enum class StatusCode {
  kOk = 0,
  kInvalidArgument,  // the caller's mistake; the message names the argument
  kUnsupported,      // a request that is legal but that this build cannot serve
  kOutOfMemory,
};

// The outcome of a call: a code, and for every code but kOk a message that
// names the argument, what was given and what was expected.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string message)
      : code_(code), message_(std::move(message)) {}

  bool ok() const { return code_ == StatusCode::kOk; }
  StatusCode code() const { return code_; }
  const std::string& message() const { return message_; }

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
};

}  // namespace backlerp

#endif  // BACKLERP_STATUS_H_
