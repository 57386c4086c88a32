// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What a Plan holds and a kernel sees: plain data, no handles, no threads.

#ifndef BACKLERP_SRC_OP_PLAN_DATA_H_
#define BACKLERP_SRC_OP_PLAN_DATA_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "backlerp/plan.h"
#include "op/band_table.h"
#include "op/block_table.h"
#include "op/lane_table.h"
#include "op/spread_table.h"

namespace backlerp {

struct Kernel;

// How a kernel cuts a problem up; chosen by the kernel's `partition`.
struct Partition {
  int64_t tasks = 0;          // independent pieces of dst
  size_t scratch_bytes = 0;   // per worker, a multiple of kScratchAlign
  int64_t tile_w = 0;         // source columns per strip
  int64_t column_splits = 1;  // pieces of one row group
  // Of rows whose channels stand next to each other; of the lane table, where
  // the kernel needs one.
  int64_t lane_channels = 0;
  bool lane_table = false;
  int64_t row_batch = 0;       // see cpu/row_batch-inl.h
  int64_t window_vectors = 0;  // see cpu/column_lanes.cc
  bool blocks = false;         // the kernel needs the block table
  int64_t spread_lanes = 0;    // the kernel needs the spread table, for these
};
inline constexpr size_t kScratchAlign = 128;

// The sizes and strides of the tensor that is read (src: grad_out, or the
// image) and of the one that is written (dst: grad_in, or the upsampled image).
struct PlanData {
  Problem problem;
  bool forward = false;
  bool copy = false;  // both axes are the identity: dst is src
  int64_t src_h = 0, src_w = 0;
  int64_t dst_h = 0, dst_w = 0;
  Strides src_strides, dst_strides;

  // float for all types but float64, which uses the double ones.
  BandTable<float> h32, w32;
  BandTable<double> h64, w64;
  LaneTable<float> lanes32;
  LaneTable<double> lanes64;
  BlockTable blocks;
  SpreadTable<float> spread32;
  SpreadTable<double> spread64;

  const Kernel* kernel = nullptr;
  Partition partition;
  int64_t tile_w_wanted = 0;  // PlanOptions::tile_w
  bool stream = false;        // write dst past the caches
  int workers = 1;    // before the partition: the most that are worth it
  int64_t grain = 1;  // tasks that a worker takes at a time
  size_t workspace_bytes = 0;

  int64_t planes() const { return problem.n * problem.c; }
  bool empty() const { return planes() == 0; }

  template <typename Weight>
  const BandTable<Weight>& h() const {
    if constexpr (std::is_same_v<Weight, double>) {
      return h64;
    } else {
      return h32;
    }
  }
  template <typename Weight>
  const BandTable<Weight>& w() const {
    if constexpr (std::is_same_v<Weight, double>) {
      return w64;
    } else {
      return w32;
    }
  }

  template <typename Weight>
  const LaneTable<Weight>& lanes() const {
    if constexpr (std::is_same_v<Weight, double>) {
      return lanes64;
    } else {
      return lanes32;
    }
  }

  template <typename Weight>
  const SpreadTable<Weight>& spread() const {
    if constexpr (std::is_same_v<Weight, double>) {
      return spread64;
    } else {
      return spread32;
    }
  }

  // Where plane p = n * C + c begins, in elements from the tensor's first.
  int64_t PlaneOffset(const Strides& strides, int64_t plane) const {
    return plane / problem.c * strides.n + plane % problem.c * strides.c;
  }
};

}  // namespace backlerp

#endif  // BACKLERP_SRC_OP_PLAN_DATA_H_
