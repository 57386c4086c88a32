// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Rows whose elements stand next to each other, for kernels whose lanes are
// those of a row: consecutive columns, or where there are fewer channels than
// lanes, columns times channels.

#ifndef BACKLERP_SRC_CPU_SIDE_BY_SIDE_H_
#define BACKLERP_SRC_CPU_SIDE_BY_SIDE_H_

#include <algorithm>
#include <cstdint>

#include "op/plan_data.h"

namespace backlerp {

// How many channels a row of such elements has, in src and in dst: those of the
// image where they are fewer than `lanes` and innermost, 1 where columns are; 0
// where neither is so.
inline int64_t SideChannels(const PlanData& plan, int64_t lanes) {
  const auto is_pitch = [](int64_t w, const Strides& strides, int64_t pitch) {
    return w == 1 || strides.w == pitch;
  };
  const auto are_inner = [&](int64_t channels) {
    return is_pitch(plan.src_w, plan.src_strides, channels) &&
           is_pitch(plan.dst_w, plan.dst_strides, channels);
  };
  const int64_t c = plan.problem.c;
  if (c > 1 && c < lanes && plan.src_strides.c == 1 &&
      plan.dst_strides.c == 1 && are_inner(c)) {
    return c;
  }
  return are_inner(1) ? 1 : 0;
}

// Into how many pieces, of no less than `least` columns, a row is cut so that
// `rows` rows employ all workers.
inline int64_t RowSplits(const PlanData& plan, int64_t rows, int64_t least) {
  if (rows >= plan.workers) return 1;
  return std::clamp<int64_t>(plan.dst_w / least, 1,
                             (plan.workers + rows - 1) / rows);
}

}  // namespace backlerp

#endif  // BACKLERP_SRC_CPU_SIDE_BY_SIDE_H_
