// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Hard case 14: the gradient is the transpose of the forward operator,
// <U x, g> = <x, U^T g>, in float64 at all sizes up to 24.

#include <cmath>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/element.h"
#include "tests/support/plan_run.h"
#include "tests/support/random.h"

namespace backlerp::test {
namespace {

using Values = std::vector<double>;

constexpr int64_t kSizes = 24;
constexpr auto kF64 = DataType::kFloat64;

double Dot(const Values& a, const Values& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// <|a|, |b|>: what rounding errors of <a, b> are measured by.
double AbsoluteDot(const Values& a, const Values& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] * b[i]);
  return sum;
}

Problem Along(bool h, int64_t in, int64_t out) {
  return h ? PackedProblem(Direction::kForward, kF64, /*c=*/1, in, 1, out, 1)
           : PackedProblem(Direction::kForward, kF64, /*c=*/1, 1, in, 1, out);
}

Problem Transposed(Problem problem) {
  problem.direction = Direction::kBackward;
  return problem;
}

void ExpectAdjoint(const Problem& forward, uint64_t seed) {
  const Values x = Normals(kF64, forward.in_h * forward.in_w, seed);
  const Values g = Normals(kF64, forward.out_h * forward.out_w, ~seed);
  const Values up = RunPackedValues(forward, x);
  const Values down = RunPackedValues(Transposed(forward), g);
  EXPECT_NEAR(Dot(up, g), Dot(x, down),
              1e-12 * (AbsoluteDot(up, g) + AbsoluteDot(x, down)))
      << Describe(forward);
}

// U^T of a one-hot vector is a row of U. Every sum has one term then, so that
// not even rounding may differ.
void ExpectRowsOfForward(const Problem& forward) {
  const int64_t in = forward.in_h * forward.in_w;
  const int64_t out = forward.out_h * forward.out_w;
  std::vector<Values> columns;
  for (int64_t i = 0; i < in; ++i) {
    Values hot(static_cast<size_t>(in), 0.0);
    hot[static_cast<size_t>(i)] = 1;
    columns.push_back(RunPackedValues(forward, hot));
  }
  for (int64_t k = 0; k < out; ++k) {
    Values hot(static_cast<size_t>(out), 0.0);
    hot[static_cast<size_t>(k)] = 1;
    const Values row = RunPackedValues(Transposed(forward), hot);
    for (size_t i = 0; i < row.size(); ++i) {
      ASSERT_EQ(row[i], columns[i][static_cast<size_t>(k)])
          << Describe(forward) << " row " << k << ", column " << i;
    }
  }
}

enum class Scale { kNone, kExact, kOther };

double ScaleOf(Scale scale, int64_t in, int64_t out) {
  if (scale == Scale::kNone) return 0;
  if (scale == Scale::kOther) return 1.25;
  return static_cast<double>(out) / static_cast<double>(in);
}

class Adjoint : public testing::TestWithParam<std::tuple<bool, Scale>> {
 protected:
  void Complete(Problem* problem) const {
    const auto [align, scale] = GetParam();
    problem->align_corners = align;
    problem->scale_h = ScaleOf(scale, problem->in_h, problem->out_h);
    problem->scale_w = ScaleOf(scale, problem->in_w, problem->out_w);
  }
};

TEST_P(Adjoint, EverySizeAlongOneAxis) {
  for (const bool h : {false, true}) {
    for (int64_t in = 1; in <= kSizes; ++in) {
      for (int64_t out = 1; out <= kSizes; ++out) {
        Problem problem = Along(h, in, out);
        Complete(&problem);
        ExpectAdjoint(problem, Seed() + static_cast<uint64_t>(in * 100 + out));
      }
    }
  }
}

TEST_P(Adjoint, EveryRowOfTheMatrix) {
  for (int64_t in = 1; in <= kSizes; ++in) {
    for (int64_t out = 1; out <= kSizes; out += out < 9 ? 1 : 5) {
      Problem problem = Along(in % 2 == 0, in, out);
      Complete(&problem);
      ExpectRowsOfForward(problem);
    }
  }
}

TEST_P(Adjoint, PairsOfSizes) {
  Random random(Seed());
  for (int repeat = 0; repeat < 500; ++repeat) {
    const auto size = [&] { return random.Between(1, kSizes); };
    Problem problem = PackedProblem(Direction::kForward, kF64, /*c=*/1, size(),
                                    size(), size(), size());
    Complete(&problem);
    ExpectAdjoint(problem, random.Bits());
  }
}

std::string NameOfParam(
    const testing::TestParamInfo<std::tuple<bool, Scale>>& info) {
  const auto [align, scale] = info.param;
  const char* scales[] = {"", "ExactScale", "OtherScale"};
  return std::string(align ? "Aligned" : "HalfPixel") +
         scales[static_cast<size_t>(scale)];
}

INSTANTIATE_TEST_SUITE_P(ModesAndScales, Adjoint,
                         testing::Combine(testing::Bool(),
                                          testing::Values(Scale::kNone,
                                                          Scale::kExact,
                                                          Scale::kOther)),
                         NameOfParam);

}  // namespace
}  // namespace backlerp::test
