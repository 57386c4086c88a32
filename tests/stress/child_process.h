// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Work in a process of its own, which may crash, hang or exit.

#ifndef BACKLERP_TESTS_STRESS_CHILD_PROCESS_H_
#define BACKLERP_TESTS_STRESS_CHILD_PROCESS_H_

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace backlerp::test {

// Runs `work` in a forked child, whose exit status is what it returns, and ends
// the child after `limit`. "exit 0", "signal 11", "hung", "exception".
std::string RunInChild(const std::function<int()>& work,
                       std::chrono::seconds limit = std::chrono::seconds(20));

// The same for a program with its arguments; what it writes to stderr follows.
std::string RunProgram(const std::vector<std::string>& command,
                       std::chrono::seconds limit = std::chrono::seconds(20));

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_STRESS_CHILD_PROCESS_H_
