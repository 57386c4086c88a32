// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What must be done when the process ends in the middle: a half-written file
// goes, and a mapped file that shrinks is an error and not a crash.

#ifndef BACKLERP_SRC_CLI_SIGNALS_H_
#define BACKLERP_SRC_CLI_SIGNALS_H_

#include <cstddef>
#include <string>

namespace backlerp::cli {

// From here on SIGINT, SIGTERM, SIGHUP and SIGQUIT remove the temporary file
// before they end the process as they always do, and SIGBUS in a mapping below
// removes it, says which file was to blame and exits with kIoError.
void InstallSignalHandlers();

// The file that the process must not leave behind, from before it is created
// until it is renamed or removed. There is one at a time; "" for none.
void SetTemporaryFile(const std::string& path);

// Memory that a file is mapped to. Mappings beyond the eighth stay without a
// name.
void NoteMapping(const void* begin, size_t bytes, const std::string& path);
void ForgetMapping(const void* begin);

// Holds the signals above back while it lives.
class SignalsBlocked {
 public:
  SignalsBlocked();
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;
};

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_SIGNALS_H_
