// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What the sub-commands' options have in common: their flags, and their text
// made into values. Text that is not understood is a Failure, kBadInput.

#ifndef BACKLERP_SRC_CLI_OPTIONS_H_
#define BACKLERP_SRC_CLI_OPTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "backlerp/problem.h"
#include "cli/tensor_file.h"

namespace backlerp::cli {

// How images are computed and what their files look like.
struct OperatorFlags {
  std::string dtype;
  std::string shape;
  std::string layout = "NCHW";
  std::string scales;
  std::string coordinates = "float32";
  bool align_corners = false;
  int threads = 0;
  std::string kernel;

  bool nhwc() const { return layout == "NHWC"; }
};

void AddDtype(CLI::App* command, OperatorFlags* flags);
void AddShape(CLI::App* command, OperatorFlags* flags);
void AddLayout(CLI::App* command, OperatorFlags* flags);
// --scales, --align-corners, --coordinates, --threads, --kernel
void AddComputation(CLI::App* command, OperatorFlags* flags);

// "1,3,8,8" or "1x3x8x8", non-negative. "" gives no number.
std::vector<int64_t> ParseSizes(const std::string& option,
                                const std::string& text);
// "2,2" or "2" for both axes; "" for none, 0 and 0.
struct Scales {
  double h = 0;
  double w = 0;
};
Scales ParseScales(const std::string& text);

TensorHints HintsFrom(const OperatorFlags& flags);

// align_corners, scales, coordinates; the rest of a problem is up to the
// caller.
Problem ProblemFrom(const OperatorFlags& flags);

// Makes --threads hold for all of the library. Before its first use.
void ApplyThreads(const OperatorFlags& flags);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_OPTIONS_H_
