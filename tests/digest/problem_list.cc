// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/digest/problem_list.h"

#include <array>

#include "fmt/core.h"
#include "tests/support/layout.h"
#include "tests/support/plan_run.h"

namespace backlerp::test {
namespace {

struct Sizes {
  int64_t n, c, in_h, in_w, out_h, out_w;
};

// The way in which coordinates are made. Each scale is the ratio of the sizes
// times a factor, 0 for none.
struct Mode {
  const char* name;
  bool align_corners = false;
  double scale_h = 0;
  double scale_w = 0;
  Coordinates coordinates = Coordinates::kFloat32;
};

constexpr auto kFloat64 = Coordinates::kFloat64;

// Their number has no divisor in common with that of types and directions, so
// that all meet.
constexpr std::array<Mode, 11> kModes = {{
    {"half"},
    {"align", true},
    {"half64", false, 0, 0, kFloat64},
    {"ratio", false, 1, 1},
    {"align64", true, 0, 0, kFloat64},
    {"wider", false, 1.07, 1.21},
    {"half"},
    {"narrower", false, 0.6, 0.75, kFloat64},
    {"high", false, 0.875, 0},
    {"beyond", false, 1e-30, 1e30},
    {"broad", false, 0, 3},
}};
// Sizes that one kernel has been made for keep the mode that it needs.
constexpr std::array<Mode, 3> kPlainModes = {{
    {"half"},
    {"ratio", false, 1, 1},
    {"half64", false, 0, 0, kFloat64},
}};

struct NamedValues {
  const char* name;
  Values values;
};
constexpr std::array<NamedValues, 5> kValues = {{
    {"plain", Values::kPlain},
    {"special", Values::kSpecial},
    {"denormals", Values::kDenormals},
    {"rare", Values::kRare},
    {"huge", Values::kHuge},
}};

struct NamedType {
  const char* name;
  DataType dtype;
};
constexpr std::array<NamedType, 4> kTypes = {{
    {"f32", DataType::kFloat32},
    {"f16", DataType::kFloat16},
    {"bf16", DataType::kBFloat16},
    {"f64", DataType::kFloat64},
}};

std::vector<Sizes> AnyModeSizes() {
  std::vector<Sizes> sizes = {
      // One pixel on either side, one row, one column.
      {1, 1, 1, 1, 1, 1},
      {1, 1, 3, 3, 6, 6},
      {2, 3, 1, 1, 7, 5},
      {2, 3, 7, 5, 1, 1},
      {1, 2, 1, 40, 1, 83},
      {1, 2, 40, 1, 83, 1},
      // Equal sizes of both axes or one.
      {2, 3, 9, 17, 9, 17},
      {2, 3, 9, 17, 9, 34},
      {2, 3, 9, 17, 20, 17},
      // Channels: partial vectors, and more than a block of them.
      {2, 2, 5, 7, 11, 9},
      {1, 16, 6, 5, 9, 14},
      {2, 33, 4, 9, 7, 4},
      {1, 513, 2, 3, 5, 7},
      {1, 1030, 3, 2, 4, 5},
      // Many small planes, more of them than the widest vector has lanes.
      {1, 70, 3, 4, 6, 8},
      {43, 3, 2, 3, 4, 7},
      {5, 29, 5, 3, 3, 2},
      // Wide rows: several strips; sums that go on from strip to strip.
      {1, 1, 2, 3000, 3, 5003},
      {1, 2, 3, 5003, 2, 1700},
      {1, 2, 1, 2, 2, 4001},
      {1, 2, 3, 4, 100, 300},
      {1, 3, 64, 96, 8, 12},
      {1, 1, 700, 2, 1201, 3},
  };
  // Widths around the lanes of all vectors.
  for (const int64_t w : {2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 65}) {
    sizes.push_back({1, 3, w % 5 + 1, w, w % 7 + 2, 2 * w + w % 3 - 1});
  }
  return sizes;
}

std::vector<Sizes> TwofoldSizes() {
  std::vector<Sizes> sizes = {
      {1, 1, 3, 1100, 6, 2200},
      {2, 20, 6, 9, 12, 18},
      // Enough work for many threads: one plane, and many.
      {1, 1, 360, 400, 720, 800},
  };
  for (const int64_t w : {4, 5, 8, 9, 16, 17, 33, 40, 67, 130}) {
    sizes.push_back({1, 2, w % 4 + 2, w, w % 3 + 5, 2 * w});
  }
  return sizes;
}

std::vector<Sizes> ThreadedSizes() {
  return {{1, 8, 64, 65, 127, 128},
          {2, 20, 96, 80, 131, 127},
          {1, 1, 401, 500, 803, 907},
          {1500, 3, 6, 6, 13, 12}};
}

// Twofold with rows that are whole cache lines, and whole vectors of some
// instruction sets only; and rows too wide to be collected.
std::vector<Sizes> TwofoldLineSizes() {
  return {{1, 2, 3, 80, 6, 160},
          {1, 2, 2, 96, 5, 192},
          {1, 1, 3, 224, 6, 448},
          {1, 1, 1, 5200, 2, 10400}};
}

// Draws the cases of one list of sizes after the other.
class CaseMaker {
 public:
  template <size_t kCount>
  void Add(const std::vector<Sizes>& list,
           const std::array<Mode, kCount>& modes) {
    for (const Sizes& sizes : list) {
      for (const NamedType& type : kTypes) {
        for (const Direction direction :
             {Direction::kBackward, Direction::kForward}) {
          cases_.push_back(Make(sizes, type, direction, modes[turn_ % kCount],
                                kValues[turn_ % kValues.size()]));
          ++turn_;
        }
      }
    }
  }

  std::vector<DigestCase> Take() { return std::move(cases_); }

 private:
  static DigestCase Make(const Sizes& s, const NamedType& type,
                         Direction direction, const Mode& mode,
                         const NamedValues& values) {
    Problem problem = PackedProblem(direction, type.dtype, s.c, s.in_h, s.in_w,
                                    s.out_h, s.out_w);
    problem.n = s.n;
    problem.align_corners = mode.align_corners;
    problem.scale_h = mode.scale_h * Ratio(s.in_h, s.out_h);
    problem.scale_w = mode.scale_w * Ratio(s.in_w, s.out_w);
    problem.coordinates = mode.coordinates;
    const char* way =
        direction == Direction::kBackward ? "backward" : "forward";
    return {
        fmt::format("{}/{}/{}x{}x{}x{}-{}x{}/{}/{}", way, type.name, s.n, s.c,
                    s.in_h, s.in_w, s.out_h, s.out_w, mode.name, values.name),
        problem, values.values};
  }

  static double Ratio(int64_t in, int64_t out) {
    return static_cast<double>(out) / static_cast<double>(in);
  }

  std::vector<DigestCase> cases_;
  size_t turn_ = 0;
};

}  // namespace

int64_t DigestCase::elements() const {
  return problem.n * problem.c *
         (problem.in_h * problem.in_w + problem.out_h * problem.out_w);
}

std::vector<std::byte> DigestCase::src() const {
  const int64_t count = PackedNchwLayout(SrcDims(problem)).size();
  return MakeValues(values, problem.dtype, count, Digest(name));
}

std::vector<DigestCase> DigestCases() {
  CaseMaker maker;
  maker.Add(AnyModeSizes(), kModes);
  maker.Add(TwofoldSizes(), kPlainModes);
  maker.Add(ThreadedSizes(), kModes);
  maker.Add(TwofoldLineSizes(), kPlainModes);
  return maker.Take();
}

}  // namespace backlerp::test
