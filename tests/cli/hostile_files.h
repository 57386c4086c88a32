// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_TESTS_CLI_HOSTILE_FILES_H_
#define BACKLERP_TESTS_CLI_HOSTILE_FILES_H_

#include <string>
#include <vector>

namespace backlerp::test {

// A file that is no good .npy, and a part of what must be said about it.
struct HostileFile {
  std::string name;
  std::string bytes;
  std::string message;
};
std::vector<HostileFile> HostileFiles();

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_CLI_HOSTILE_FILES_H_
