// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Runs of the program `backlerp`, in a folder of their own.

#ifndef BACKLERP_TESTS_CLI_PROGRAM_H_
#define BACKLERP_TESTS_CLI_PROGRAM_H_

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace backlerp::test {

// A folder that is removed with all that is in it.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& name) const {
    return (path_ / name).string();
  }
  // The names of all files in it, sorted.
  std::vector<std::string> Names() const;

 private:
  std::filesystem::path path_;
};

void WriteText(const std::string& path, const std::string& bytes);
std::string ReadText(const std::string& path);
std::string TextOf(const std::vector<std::byte>& bytes);

// What a run leaves: its exit status, or minus the signal that ended it.
struct Outcome {
  int status = -1;
  std::string output;
  std::string errors;
};

using Arguments = std::vector<std::string>;

// The program at work in `folder`. Its standard streams are files elsewhere,
// the output also any other that is named.
class Program {
 public:
  Program(const Folder& folder, const Arguments& arguments,
          const std::string& input = "", const std::string& output_path = "");
  pid_t pid() const { return pid_; }
  Outcome Wait();

 private:
  Folder streams_;
  pid_t pid_ = -1;
};

inline Outcome RunProgram(const Folder& folder, const Arguments& arguments,
                          const std::string& input = "") {
  return Program(folder, arguments, input).Wait();
}

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_CLI_PROGRAM_H_
