// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_RESAMPLE_H_
#define BACKLERP_SRC_CLI_RESAMPLE_H_

#include <cstddef>
#include <cstdint>
#include <functional>

#include "backlerp/plan.h"
#include "cli/images.h"
#include "cli/output_file.h"

namespace backlerp::cli {

// Bytes that one call of the library reads and writes, where images are not
// larger themselves: much for the threads to share, little beside memory.
inline constexpr int64_t kGroupBytes = int64_t{64} << 20;

struct Resampling {
  Problem problem;  // strides of the written tensor: packed, as `nhwc` says
  PlanOptions options;
  Images src;
  bool nhwc = false;
  int64_t group_bytes = kGroupBytes;
};

// Computes all images, group after group, and appends them to `file`. `done` is
// told the number of images after each group. Throws Failure.
void Resample(const Resampling& job, OutputFile* file,
              const std::function<void(int64_t)>& done);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_RESAMPLE_H_
