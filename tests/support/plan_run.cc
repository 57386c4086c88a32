// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/plan_run.h"

#include <stdexcept>

#include "fmt/core.h"
#include "tests/support/element.h"

namespace backlerp::test {
namespace {

std::string Shown(const Strides& s) {
  return fmt::format("{{{}, {}, {}, {}}}", s.n, s.c, s.h, s.w);
}

}  // namespace

void ThrowUnlessOk(const Status& status, const char* call) {
  if (status.ok()) return;
  throw std::runtime_error(std::string(call) + ": " + status.message());
}

std::array<int64_t, 4> SrcDims(const Problem& p) {
  if (p.direction == Direction::kBackward) return {p.n, p.c, p.out_h, p.out_w};
  return {p.n, p.c, p.in_h, p.in_w};
}

std::array<int64_t, 4> DstDims(const Problem& p) {
  if (p.direction == Direction::kForward) return {p.n, p.c, p.out_h, p.out_w};
  return {p.n, p.c, p.in_h, p.in_w};
}

void SetSrcStrides(const Strides& strides, Problem* problem) {
  const bool backward = problem->direction == Direction::kBackward;
  (backward ? problem->out_strides : problem->in_strides) = strides;
}

void SetDstStrides(const Strides& strides, Problem* problem) {
  const bool backward = problem->direction == Direction::kBackward;
  (backward ? problem->in_strides : problem->out_strides) = strides;
}

Problem PackedProblem(const Shape& shape, Direction direction, DataType dtype) {
  Problem problem = PackedProblem(direction, dtype, shape.c, shape.in_h,
                                  shape.in_w, shape.out_h, shape.out_w);
  problem.n = shape.n;
  problem.align_corners = shape.align_corners;
  return problem;
}

Problem PackedProblem(Direction direction, DataType dtype, int64_t c,
                      int64_t in_h, int64_t in_w, int64_t out_h,
                      int64_t out_w) {
  Problem problem;
  problem.direction = direction;
  problem.dtype = dtype;
  problem.c = c;
  problem.in_h = in_h;
  problem.in_w = in_w;
  problem.out_h = out_h;
  problem.out_w = out_w;
  problem.in_strides = PackedNchw(c, in_h, in_w);
  problem.out_strides = PackedNchw(c, out_h, out_w);
  return problem;
}

std::string Describe(const Problem& p) {
  return fmt::format(
      "{} {} n={} c={} in={}x{} out={}x{} align_corners={} scales={},{} "
      "coordinates={} in_strides={} out_strides={}",
      p.direction == Direction::kBackward ? "backward" : "forward",
      NameOf(p.dtype), p.n, p.c, p.in_h, p.in_w, p.out_h, p.out_w,
      p.align_corners, p.scale_h, p.scale_w,
      p.coordinates == Coordinates::kFloat32 ? "float32" : "float64",
      Shown(p.in_strides), Shown(p.out_strides));
}

std::string Describe(const PlanOptions& options) {
  return fmt::format("kernel={} threads={} tile_w={} stores={}", options.kernel,
                     options.threads, options.tile_w,
                     static_cast<int>(options.stores));
}

PlanOptions OnThreads(int threads) {
  PlanOptions options;
  options.threads = threads;
  return options;
}

std::vector<std::byte> RunPacked(const Problem& problem,
                                 const std::vector<std::byte>& src,
                                 const PlanOptions& options) {
  Plan plan;
  ThrowUnlessOk(Plan::Create(problem, options, &plan), "Plan::Create");
  const Layout layout = PackedNchwLayout(DstDims(problem));
  std::vector<std::byte> dst(static_cast<size_t>(layout.size()) *
                             SizeOf(problem.dtype));
  std::vector<std::byte> workspace(plan.workspace_bytes());
  ThrowUnlessOk(
      plan.Run(src.data(), dst.data(), workspace.data(), workspace.size()),
      "Plan::Run");
  return dst;
}

std::vector<double> RunPackedValues(const Problem& problem,
                                    const std::vector<double>& src,
                                    const PlanOptions& options) {
  const std::vector<std::byte> bytes = EncodeAll(problem.dtype, src);
  return DecodeAll(problem.dtype, RunPacked(problem, bytes, options));
}

}  // namespace backlerp::test
