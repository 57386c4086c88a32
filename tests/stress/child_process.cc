// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/stress/child_process.h"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill is POSIX
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <thread>

namespace backlerp::test {
namespace {

constexpr int kException = 97;

std::string Describe(int status) {
  if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
  const int code = WEXITSTATUS(status);
  return code == kException ? "exception" : "exit " + std::to_string(code);
}

std::string AwaitEnd(pid_t child, std::chrono::seconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  int status = 0;
  for (;;) {
    if (waitpid(child, &status, WNOHANG) == child) return Describe(status);
    if (std::chrono::steady_clock::now() > end) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return "hung";
}

std::string ReadAll(int file) {
  std::string text(static_cast<size_t>(lseek(file, 0, SEEK_END)), '\0');
  const ssize_t got = pread(file, text.data(), text.size(), 0);
  text.resize(got < 0 ? 0 : static_cast<size_t>(got));
  return text;
}

}  // namespace

std::string RunInChild(const std::function<int()>& work,
                       std::chrono::seconds limit) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork");
  if (child > 0) return AwaitEnd(child, limit);
  int code = kException;
  try {
    code = work();
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "child: %s\n", exception.what());
  }
  _exit(code);
}

std::string RunProgram(const std::vector<std::string>& command,
                       std::chrono::seconds limit) {
  std::vector<char*> arguments;
  for (const std::string& word : command) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  const int errors = memfd_create("stderr", MFD_CLOEXEC);
  if (errors < 0) throw std::runtime_error("memfd_create");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork");
  if (child > 0) {
    const std::string end = AwaitEnd(child, limit) + ReadAll(errors);
    close(errors);
    return end;
  }
  dup2(errors, STDERR_FILENO);
  execv(arguments[0], arguments.data());
  _exit(kException);
}

}  // namespace backlerp::test
