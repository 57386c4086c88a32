// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_BENCH_H_
#define BACKLERP_SRC_CLI_BENCH_H_

#include <string>

#include "backlerp/problem.h"
#include "cli/measurement.h"
#include "cli/options.h"

namespace backlerp::cli {

// The command line of bench.
struct BenchFlags {
  OperatorFlags shared;
  std::string in_size;  // empty: half of the upsampled size
  bool forward = false;
  double seconds = 1;
  bool json = false;
};

struct BenchOutcome {
  Problem problem;
  std::string kernel;
  int threads = 1;
  double bytes = 0;     // read and written by one run
  ContestResult times;  // the operator, the copy
};

// Times the operator against a copy of as many bytes, which no operator that
// reads and writes its tensors once can beat by much. Throws Failure.
BenchOutcome RunBench(const BenchFlags& flags);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_BENCH_H_
