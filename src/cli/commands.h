// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The sub-commands. Each function adds one to the program; what it does when it
// is called is stored in *run, which returns the exit status or throws Failure.

#ifndef BACKLERP_SRC_CLI_COMMANDS_H_
#define BACKLERP_SRC_CLI_COMMANDS_H_

#include <functional>

#include "CLI/CLI.hpp"

namespace backlerp::cli {

using Command = std::function<int()>;

void AddGrad(CLI::App* program, Command* run);
void AddForward(CLI::App* program, Command* run);
void AddCompare(CLI::App* program, Command* run);
void AddBench(CLI::App* program, Command* run);
void AddInfo(CLI::App* program, Command* run);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_COMMANDS_H_
