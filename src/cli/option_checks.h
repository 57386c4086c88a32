// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What values of options must be. The errors name the option, as whoever wrote
// the command line knows no other name.

#ifndef BACKLERP_SRC_CLI_OPTION_CHECKS_H_
#define BACKLERP_SRC_CLI_OPTION_CHECKS_H_

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "backlerp/status.h"
#include "cli/options.h"

namespace backlerp::cli {

// A finite number from 0 to `most`; CLI11's own ranges let NaN pass.
CLI::Validator NumberUpTo(double most = std::numeric_limits<double>::max());

// Failure, kBadInput, unless the factors of --scales are finite and at least 0.
void CheckScales(const OperatorFlags& flags);

// Failure, kBadInput, unless --kernel is empty or a kernel of this machine.
void CheckKernel(const OperatorFlags& flags);

// Failure, kBadInput, unless all of `sizes`, which `option` gave, are at least
// `least`.
void CheckSizes(const std::string& option, const std::vector<int64_t>& sizes,
                int64_t least);

// Failure, kBadInput, unless 64 bits count the bytes of so many elements of any
// type; an axis of 0 does not excuse the others.
void CheckCount(const std::string& option, const std::vector<int64_t>& sizes);

// FailWith for Plan::Create: what it calls options.kernel is --kernel here.
[[noreturn]] void FailWithPlan(const Status& status);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_OPTION_CHECKS_H_
