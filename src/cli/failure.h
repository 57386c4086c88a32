// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_FAILURE_H_
#define BACKLERP_SRC_CLI_FAILURE_H_

#include <stdexcept>
#include <string>

#include "backlerp/status.h"

namespace backlerp::cli {

// What the program tells its caller. docs/man/backlerp.1 has the list for
// users.
enum ExitCode {
  kDone = 0,
  kDifferent = 1,  // of compare only
  kBadInput = 2,   // the command line, or what a file holds
  kIoError = 3,    // what the system refuses: files, memory
};

// The end of a command: one line for stderr, and the exit status.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& line)
      : std::runtime_error(line), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

// `subject` is the file or the option that is to blame.
[[noreturn]] inline void FailBadInput(const std::string& subject,
                                      const std::string& reason) {
  throw Failure(kBadInput, subject + ": " + reason);
}
[[noreturn]] inline void FailIo(const std::string& subject,
                                const std::string& reason) {
  throw Failure(kIoError, subject + ": " + reason);
}

// What the library answered; it names the argument by itself.
[[noreturn]] inline void FailWith(const Status& status) {
  throw Failure(
      status.code() == StatusCode::kOutOfMemory ? kIoError : kBadInput,
      status.message());
}

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_FAILURE_H_
