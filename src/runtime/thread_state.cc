// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "runtime/thread_state.h"

#include <pthread.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "base/log.h"
#include "base/per_process.h"
#include "runtime/runtime.h"

namespace backlerp::runtime {
namespace {

// A client that never asks for its messages must not fill memory with them.
constexpr size_t kMaxErrorText = size_t{32} << 10;

void Delete(void* state) { delete static_cast<ThreadState*>(state); }

// A pthread key rather than thread_local: its destructor runs after those of
// C++ objects, and again where one of them has called the runtime meanwhile.
pthread_key_t Key() {
  static const pthread_key_t key = [] {
    pthread_key_t created;
    if (pthread_key_create(&created, Delete) != 0) throw std::bad_alloc();
    return created;
  }();
  return key;
}

struct SharedErrors {
  std::mutex mutex;
  std::string text;
};

PerProcess<SharedErrors> shared_errors;

std::atomic<bool> errors_process_wide{false};

// In the thread's own memory from its start: one that is made when it is first
// used ends the process where there is no memory for it.
[[gnu::tls_model("initial-exec")]] thread_local bool errors_kept = false;

bool MessagesAreShared() { return errors_process_wide && !errors_kept; }

void AppendLine(std::string_view message, std::string* text) {
  text->reserve(text->size() + message.size() +
                1);  // the whole line or nothing
  text->append(message).push_back('\n');
  if (text->size() <= kMaxErrorText) return;
  const size_t line_end = text->find('\n', text->size() - kMaxErrorText / 2);
  text->erase(0, line_end == std::string::npos ? 0 : line_end + 1);
}

}  // namespace

ThreadState& ThisThread() {
  auto* state = static_cast<ThreadState*>(pthread_getspecific(Key()));
  if (state != nullptr) return *state;
  auto created = std::make_unique<ThreadState>();
  if (pthread_setspecific(Key(), created.get()) != 0) throw std::bad_alloc();
  return *created.release();
}

void AppendErrorText(std::string_view message) noexcept {
  try {
    if (MessagesAreShared()) {
      SharedErrors& shared = shared_errors.get();
      const std::lock_guard lock(shared.mutex);
      AppendLine(message, &shared.text);
    } else {
      AppendLine(message, &ThisThread().errors);
    }
  } catch (...) {
    // Without memory for the message, the code alone has to do.
    return;
  }
}

std::string TakeErrorText() noexcept {
  try {
    if (!MessagesAreShared()) return std::exchange(ThisThread().errors, {});
    SharedErrors& shared = shared_errors.get();
    const std::lock_guard lock(shared.mutex);
    return std::exchange(shared.text, {});
  } catch (...) {
    return {};
  }
}

void KeepErrorsOfThisThread() noexcept { errors_kept = true; }

ScopedTaskErrors::ScopedTaskErrors()
    : state_(ThisThread()),
      errors_(std::exchange(state_.errors, {})),
      kept_(std::exchange(errors_kept, true)) {}

ScopedTaskErrors::~ScopedTaskErrors() {
  state_.errors = std::move(errors_);
  errors_kept = kept_;
}

void SetErrorsProcessWide(bool process_wide) {
  errors_process_wide = process_wide;
}

void ReportError(std::string_view message) {
  AppendErrorText(message);
  if (LogEnabled(LogLevel::kError)) WriteLog(LogLevel::kError, message);
}

}  // namespace backlerp::runtime
