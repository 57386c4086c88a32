// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/cli/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "gtest/gtest.h"

namespace backlerp::test {
namespace {

// In the child: no way back but the exit status.
void Redirect(const std::string& path, int flags, int number) {
  const int file = open(path.c_str(), flags, 0666);
  if (file < 0 || dup2(file, number) < 0) _exit(126);
}

}  // namespace

Folder::Folder() {
  std::string name = testing::TempDir() + "backlerp-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::permissions(path_, std::filesystem::perms::owner_all,
                               ignored);
  std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> Folder::Names() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

void WriteText(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) throw std::runtime_error(path + " cannot be written");
}

std::string ReadText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + " cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string TextOf(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Program::Program(const Folder& folder, const Arguments& arguments,
                 const std::string& input, const std::string& output_path) {
  const std::string in = streams_ / "stdin";
  const std::string out =
      output_path.empty() ? streams_ / "stdout" : output_path;
  const std::string errors = streams_ / "stderr";
  WriteText(in, input);
  std::vector<char*> argv = {const_cast<char*>(BACKLERP_PROGRAM)};
  for (const std::string& argument : arguments) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("fork");
  if (pid_ > 0) return;
  Redirect(in, O_RDONLY, STDIN_FILENO);
  Redirect(out, O_WRONLY | O_CREAT, STDOUT_FILENO);
  Redirect(errors, O_WRONLY | O_CREAT, STDERR_FILENO);
  // A terminal that could show progress, if there were one.
  setenv("TERM", "xterm", /*overwrite=*/1);
  if (chdir(folder.path().c_str()) != 0) _exit(126);
  execv(BACKLERP_PROGRAM, argv.data());
  _exit(127);
}

Outcome Program::Wait() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0) {
    if (errno != EINTR) throw std::runtime_error("waitpid");
  }
  Outcome outcome;
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  if (std::filesystem::exists(streams_ / "stdout")) {
    outcome.output = ReadText(streams_ / "stdout");
  }
  outcome.errors = ReadText(streams_ / "stderr");
  return outcome;
}

}  // namespace backlerp::test
