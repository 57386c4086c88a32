// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_PLAN_H_
#define BACKLERP_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backlerp/export.h"
#include "backlerp/problem.h"
#include "backlerp/status.h"

namespace backlerp {

struct PlanData;

// How results are written: through the caches, or past them, which saves
// reading the lines first, where the reader comes too late to find them there
// anyway.
enum class StoreMode {
  kAuto,  // past the caches where the tensors are large against them
  kCached,
  kStreaming,  // where the kernel can
};

// Choices that change how fast a result is computed, never one bit of it.
struct PlanOptions {
  // Workers; 0 means BACKLERP_NUM_THREADS, or without it the CPUs that the
  // process may run on. Small problems use fewer.
  int threads = 0;
  // The name of the kernel to use, one of KernelNames(); empty: the best that
  // supports the problem. For tests and measurements.
  std::string kernel;
  // The width, in elements, of the strips in which a wide row is worked on;
  // 0: chosen for the cache. For tests.
  int64_t tile_w = 0;
  // For tests and measurements.
  StoreMode stores = StoreMode::kAuto;
};

// A problem made ready to run: axis tables, kernel, partition, workspace size.
// A Plan is immutable and cheap to copy (copies share the tables); every const
// member may be called from any number of threads at once.
//
//   backlerp::Problem problem;
//   problem.n = 8, problem.c = 64;
//   problem.in_h = problem.in_w = 128, problem.out_h = problem.out_w = 256;
//   problem.in_strides = backlerp::PackedNchw(64, 128, 128);
//   problem.out_strides = backlerp::PackedNchw(64, 256, 256);
//   backlerp::Plan plan;
//   backlerp::Status status = backlerp::Plan::Create(problem, {}, &plan);
//   std::vector<std::byte> workspace(plan.workspace_bytes());
//   status = plan.Run(grad_out, grad_in, workspace.data(), workspace.size());
class BACKLERP_API Plan {
 public:
  // An empty plan, good for nothing but to be assigned to.
  Plan() = default;

  // Checks `problem` and prepares it. On failure *plan is left as it was:
  //   kInvalidArgument  a size is out of range, products of sizes and strides
  //                     overflow 64 bits, elements of the written tensor share
  //                     an address, or options name no kernel of this machine
  //   kUnsupported      the named kernel cannot do this problem
  //   kOutOfMemory      the tables could not be allocated
  // Time and memory are O(in_h + in_w + out_h + out_w), where a few channels
  // stand next to each other O(in_h + out_h + c * (in_w + out_w)). Host
  // floating-point modes (rounding, flush-to-zero) have no influence.
  static Status Create(const Problem& problem, const PlanOptions& options,
                       Plan* plan);

  // Computes dst from src: grad_in from grad_out, or the upsampled image.
  // Both point to element [0, 0, 0, 0], aligned to the size of one element.
  // `workspace` is any memory of at least workspace_bytes() bytes that no other
  // run uses at the same time; its contents do not matter before or after. May
  // be null where workspace_bytes() is 0. dst is written, never read.
  // Memory of src between its lowest and its highest element may be read, gaps
  // between rows included. Fails with kInvalidArgument, and then writes
  // nothing, where the plan is empty, a pointer is null or misaligned, the
  // workspace is too small, or two of src, dst and workspace overlap. The bits
  // of the result depend on nothing but the problem and src.
  Status Run(const void* src, void* dst, void* workspace,
             size_t workspace_bytes) const;

  size_t workspace_bytes() const;
  const Problem& problem() const;
  // The kernel's name: layout, method, type and instruction set.
  const std::string& kernel() const;
  // How many workers a run uses.
  int threads() const;

 private:
  std::shared_ptr<const PlanData> data_;
};

// The names of all kernels that this machine can run, best first, the plain
// scalar "reference" last.
BACKLERP_API std::vector<std::string> KernelNames();

}  // namespace backlerp

#endif  // BACKLERP_PLAN_H_
