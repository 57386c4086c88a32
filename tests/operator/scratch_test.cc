// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// A worker's part of the workspace has one bound for every shape, however wide,
// high or deep.

#include <array>
#include <string>
#include <vector>

#include "backlerp/plan.h"
#include "gtest/gtest.h"
#include "tests/support/layout.h"
#include "tests/support/plan_run.h"
#include "tests/support/shapes.h"

namespace backlerp::test {
namespace {

constexpr size_t kMostPerWorker = 512 << 10;
// One alignment for all of them.
constexpr size_t kAlignment = 128;

struct Sizes {
  int64_t n, c, in_h, in_w, out_h, out_w;
};

constexpr int64_t kLongest = 1 << 18;

std::vector<Sizes> ExtremeSizes() {
  std::vector<Sizes> sizes = {
      {1, 1, 1, 1, 1, 1},
      {1, 1, 1, kLongest, 1, kLongest / 2},
      {1, 1, 1, kLongest / 2, 1, kLongest},
      {1, 3, 2, 1, 2, kLongest},
      {1, 3, 2, kLongest, 2, 1},
      {1, 1, kLongest, 1, kLongest / 2, 1},
      // The widest that the kernel of doubled images does, of both sums' types.
      {1, 1, 2, 16384, 4, 32768},
      {1, 1, 2, 32768, 4, 65536},
      {1, 1, 2, 65536, 4, 131072},
      {1, 70, kLongest / 64, 2, 1, 1},
      {1, 2, 1, 1, 2048, 2048},
      {1, kLongest, 2, 3, 4, 6},
      {2, 511, 3, 1025, 5, 4097},
      {3, 513, 65, 65, 513, 513},
      {100'000, 1, 4, 4, 4, 4},
      {100'000, 2, 4, 4, 5, 7},
      {70, 70, 16, 16, 32, 32},
      {70, 70, 90, 91, 45, 45},
      {70, 70, 181, 181, 180, 181},
      {70, 70, 256, 256, 100, 512},
  };
  for (const Shape& s : Shapes()) {
    if (s.kind == ShapeKind::kLanes) continue;
    sizes.push_back({s.n, s.c, s.in_h, s.in_w, s.out_h, s.out_w});
  }
  return sizes;
}

Problem ProblemOf(const Sizes& s, Direction direction, DataType dtype,
                  bool channels_last) {
  Problem problem =
      PackedProblem(direction, dtype, s.c, s.in_h, s.in_w, s.out_h, s.out_w);
  problem.n = s.n;
  if (channels_last) {
    problem.in_strides = PackedNhwc(s.c, s.in_h, s.in_w);
    problem.out_strides = PackedNhwc(s.c, s.out_h, s.out_w);
  }
  return problem;
}

struct NamedType {
  const char* name;  // as it stands in the kernels'
  DataType dtype;
};
constexpr std::array<NamedType, 4> kTypes = {{{"_f32_", DataType::kFloat32},
                                              {"_f16_", DataType::kFloat16},
                                              {"_bf16_", DataType::kBFloat16},
                                              {"_f64_", DataType::kFloat64}}};

// The types that a kernel is for: one, or all.
std::vector<DataType> TypesOf(const std::string& kernel) {
  std::vector<DataType> types;
  for (const auto& [name, dtype] : kTypes) {
    if (kernel.find(name) != std::string::npos) return {dtype};
    types.push_back(dtype);
  }
  return types;
}

class Scratch : public testing::TestWithParam<std::string> {
 protected:
  // False where the kernel cannot do the problem.
  bool Check(const Problem& problem, int threads) const {
    const PlanOptions options = {.threads = threads,
                                 .kernel = GetParam(),
                                 .tile_w = 0,
                                 .stores = StoreMode::kAuto};
    Plan plan;
    if (!Plan::Create(problem, options, &plan).ok()) return false;
    const auto workers = static_cast<size_t>(plan.threads());
    EXPECT_LE(plan.workspace_bytes(), workers * kMostPerWorker + kAlignment)
        << workers << " workers; " << Describe(problem);
    return true;
  }
};

TEST_P(Scratch, IsSmallForEveryShape) {
  int plans = 0;
  for (const Sizes& sizes : ExtremeSizes()) {
    for (const DataType dtype : TypesOf(GetParam())) {
      for (const Direction direction :
           {Direction::kBackward, Direction::kForward}) {
        for (const bool channels_last : {false, true}) {
          const Problem problem =
              ProblemOf(sizes, direction, dtype, channels_last);
          for (const int threads : {1, 64}) {
            if (Check(problem, threads)) ++plans;
          }
        }
      }
    }
  }
  EXPECT_GT(plans, 0);
}

INSTANTIATE_TEST_SUITE_P(Kernels, Scratch, testing::ValuesIn(KernelNames()),
                         [](const auto& kernel) { return kernel.param; });

}  // namespace
}  // namespace backlerp::test
