// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What the runtime knows of each thread. All of it works until the very end of
// a thread and of the process: clients call the C API from atexit handlers,
// after the thread's C++ objects are gone.

#ifndef BACKLERP_SRC_RUNTIME_THREAD_STATE_H_
#define BACKLERP_SRC_RUNTIME_THREAD_STATE_H_

#include <string>
#include <string_view>

#include "acl/acl.h"

namespace backlerp::runtime {

struct ThreadState {
  std::string errors;           // since the last aclGetRecentErrMsg
  std::string returned_errors;  // what that call gave out
  aclError last_error = ACL_SUCCESS;
  aclrtContext context = nullptr;  // may be dead: look it up
};

// The calling thread's. Throws std::bad_alloc.
ThreadState& ThisThread();

// As ReportError (runtime.h), but without logging.
void AppendErrorText(std::string_view message) noexcept;

// The messages that the calling thread may see, and then no longer has.
std::string TakeErrorText() noexcept;

// From now on the calling thread, a stream's, keeps its messages to itself in
// either mode: they belong to its tasks, and go to whoever synchronises.
void KeepErrorsOfThisThread() noexcept;

// The same for as long as one lives, for a task that runs on the thread that
// pushed it; the thread's own messages are put aside. Throws std::bad_alloc.
class ScopedTaskErrors {
 public:
  ScopedTaskErrors();
  ~ScopedTaskErrors();
  ScopedTaskErrors(const ScopedTaskErrors&) = delete;
  ScopedTaskErrors& operator=(const ScopedTaskErrors&) = delete;

 private:
  ThreadState& state_;
  std::string errors_;
  const bool kept_;
};

// Whether messages are kept for the process rather than by thread.
void SetErrorsProcessWide(bool process_wide);

}  // namespace backlerp::runtime

#endif  // BACKLERP_SRC_RUNTIME_THREAD_STATE_H_
