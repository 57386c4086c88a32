// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_RESAMPLE_PROBLEM_H_
#define BACKLERP_SRC_CLI_RESAMPLE_PROBLEM_H_

#include <string>

#include "backlerp/problem.h"
#include "cli/images.h"
#include "cli/options.h"

namespace backlerp::cli {

// The command line of grad and forward.
struct ResampleFlags {
  Direction direction = Direction::kBackward;
  OperatorFlags shared;
  std::string input;
  std::string output;
  std::string size;  // of the result
  std::string op;
  bool quiet = false;

  bool backward() const { return direction == Direction::kBackward; }
  const char* size_option() const {
    return backward() ? "--input-size" : "--output-size";
  }
};

// What the flags and the images of the input ask for; the result is packed.
// Failure, kBadInput, where the flags give no size or contradict the input.
Problem MakeProblem(const ResampleFlags& flags, DataType dtype,
                    const Images& src);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_RESAMPLE_PROBLEM_H_
