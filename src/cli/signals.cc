// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Handlers only read what is below: plain memory that is complete before the
// pointer to it is set.

#include "cli/signals.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <forward_list>
#include <string>

#include "cli/failure.h"

namespace backlerp::cli {
namespace {

constexpr int kEndings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

std::atomic<const char*> temporary{nullptr};

struct Mapping {
  std::atomic<const char*> path{nullptr};
  std::atomic<uintptr_t> begin{0};
  std::atomic<uintptr_t> end{0};
};
std::array<Mapping, 8> mappings;

static_assert(std::atomic<const char*>::is_always_lock_free);

// Kept for ever, also at exit: a handler may be reading them. There are few.
const char* KeptCopy(const std::string& text) {
  static auto* texts = new std::forward_list<std::string>;
  return texts->emplace_front(text).c_str();
}

void RemoveTemporary() {
  const char* path = temporary.exchange(nullptr);
  if (path != nullptr) unlink(path);
}

void OnEnding(int signal_number) {
  RemoveTemporary();
  // As though there were no handler: the caller sees which signal it was. It
  // is blocked until this handler returns.
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

void Say(const char* text) {
  if (write(STDERR_FILENO, text, std::strlen(text)) < 0) return;
}

void OnBusError(int signal_number, siginfo_t* info, void* /*context*/) {
  const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  for (const Mapping& mapping : mappings) {
    const char* path = mapping.path.load();
    if (path == nullptr || address < mapping.begin || address >= mapping.end) {
      continue;
    }
    RemoveTemporary();
    Say("backlerp: ");
    Say(path);
    Say(": became shorter, or its disk failed, while it was in use\n");
    _exit(kIoError);
  }
  OnEnding(signal_number);
}

sigset_t Endings() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal_number : kEndings) sigaddset(&set, signal_number);
  return set;
}

}  // namespace

void InstallSignalHandlers() {
  struct sigaction action = {};
  action.sa_handler = OnEnding;
  action.sa_mask = Endings();
  for (const int signal_number : kEndings) {
    struct sigaction before = {};
    sigaction(signal_number, nullptr, &before);
    // nohup and shells' background jobs have it ignored; so it stays.
    if (before.sa_handler == SIG_IGN) continue;
    sigaction(signal_number, &action, nullptr);
  }
  struct sigaction bus = {};
  bus.sa_sigaction = OnBusError;
  bus.sa_flags = SA_SIGINFO;
  bus.sa_mask = Endings();
  sigaction(SIGBUS, &bus, nullptr);
}

void SetTemporaryFile(const std::string& path) {
  temporary.store(path.empty() ? nullptr : KeptCopy(path));
}

void NoteMapping(const void* begin, size_t bytes, const std::string& path) {
  for (Mapping& mapping : mappings) {
    if (mapping.path.load() != nullptr) continue;
    mapping.begin = reinterpret_cast<uintptr_t>(begin);
    mapping.end = mapping.begin + bytes;
    mapping.path = KeptCopy(path);
    return;
  }
}

void ForgetMapping(const void* begin) {
  for (Mapping& mapping : mappings) {
    if (mapping.begin != reinterpret_cast<uintptr_t>(begin)) continue;
    mapping.path = nullptr;
    mapping.begin = 0;
    mapping.end = 0;
  }
}

SignalsBlocked::SignalsBlocked() {
  const sigset_t set = Endings();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

SignalsBlocked::~SignalsBlocked() {
  const sigset_t set = Endings();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace backlerp::cli
