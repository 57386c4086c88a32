// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The same bits everywhere: the reference kernel keeps the contract, and every
// other kernel gives the reference's bits, whatever the layout, alignment,
// number of threads or strip width, without a touch outside of its memory.
//
// Problems are drawn at random; BACKLERP_TEST_SEED=<number> draws others, and a
// failure prints the one that it needs.

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "backlerp/plan.h"
#include "fmt/core.h"
#include "gtest/gtest.h"
#include "tests/support/compare.h"
#include "tests/support/contract_loop.h"
#include "tests/support/element.h"
#include "tests/support/guarded_buffer.h"
#include "tests/support/layout.h"
#include "tests/support/limits.h"
#include "tests/support/plan_run.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace backlerp::test {
namespace {

constexpr std::byte kGap{0xA5};

// A layout for reading or writing, drawn at random.
class LayoutDraw {
 public:
  LayoutDraw(const std::array<int64_t, 4>& dims, Random* random)
      : dims_(dims), random_(*random) {}

  Layout ForWriting() {
    switch (random_.Between(0, 3)) {
      case 0:
        return ChannelsLast();
      case 1:
        return Mirrored(Spaced());
      case 2:
        return Spaced();
      default:
        return PackedNchwLayout(dims_);
    }
  }

  // Packed, or a view of a tensor with more channels, from its middle.
  Layout ChannelsLast() {
    if (random_.OneIn(2)) return PackedNhwcLayout(dims_);
    const auto [n, c, h, w] = dims_;
    const int64_t channels = c + random_.Between(1, 9);
    return {dims_,
            {h * w * channels, 1, w * channels, channels},
            random_.Between(0, channels - c)};
  }

  Layout ForReading() {
    if (!random_.OneIn(4)) return ForWriting();
    Layout layout = PackedNchwLayout(dims_);
    for (int64_t* stride : {&layout.strides.n, &layout.strides.c,
                            &layout.strides.h, &layout.strides.w}) {
      if (random_.OneIn(2)) *stride = 0;
    }
    return layout;
  }

 private:
  // The axes nested in any order, with gaps.
  Layout Spaced() {
    std::array<size_t, 4> order = {3, 2, 1, 0};
    for (size_t i = 3; i > 0; --i) {
      std::swap(order[i], order[static_cast<size_t>(
                              random_.Between(0, static_cast<int64_t>(i)))]);
    }
    std::array<int64_t, 4> strides{};
    int64_t step = random_.Between(1, 3);
    for (const size_t axis : order) {
      strides[axis] = step;
      step = step * dims_[axis] + random_.Between(0, 3);
    }
    return {dims_,
            {strides[0], strides[1], strides[2], strides[3]},
            random_.Between(0, 7)};
  }

  // Some axes run backwards from the far end.
  Layout Mirrored(Layout layout) {
    int64_t* strides[] = {&layout.strides.n, &layout.strides.c,
                          &layout.strides.h, &layout.strides.w};
    for (size_t axis = 0; axis < 4; ++axis) {
      if (!random_.OneIn(2)) continue;
      layout.offset += *strides[axis] * (dims_[axis] - 1);
      *strides[axis] = -*strides[axis];
    }
    return layout;
  }

  std::array<int64_t, 4> dims_;
  Random& random_;
};

GuardedBuffer::Flush AnyFlush(Random* random) {
  return random->OneIn(2) ? GuardedBuffer::Flush::kLeft
                          : GuardedBuffer::Flush::kRight;
}

// One problem with its source and what the reference makes of it.
class Draw {
 public:
  explicit Draw(Random* random) : random_(*random) {
    DrawProblem();
    LayoutDraw src(SrcDims(problem_), random);
    LayoutDraw dst(DstDims(problem_), random);
    switch (random->Between(0, 3)) {
      case 0:
        src_layout_ = src.ChannelsLast();
        dst_layout_ = dst.ChannelsLast();
        break;
      case 1:
        src_layout_ = PackedNchwLayout(SrcDims(problem_));
        dst_layout_ = PackedNchwLayout(DstDims(problem_));
        break;
      default:
        src_layout_ = src.ForReading();
        dst_layout_ = dst.ForWriting();
    }
    DrawSource();
    expected_ = RunPacked(
        problem_, Gather(problem_.dtype, src_layout_, src_storage_.data()),
        {.threads = 1, .kernel = "reference"});
    SetSrcStrides(src_layout_.strides, &problem_);
    SetDstStrides(dst_layout_.strides, &problem_);
  }

  // Whether `kernel` can do the problem; if so it has been compared.
  bool Try(const std::string& kernel) {
    const PlanOptions options = DrawOptions(kernel);
    Plan plan;
    const Status status = Plan::Create(problem_, options, &plan);
    if (status.code() == StatusCode::kUnsupported) return false;
    EXPECT_TRUE(status.ok()) << status.message() << Repeat(options);
    if (!status.ok()) return false;
    EXPECT_EQ(plan.kernel(), kernel);
    Compare(plan, options);
    return true;
  }

 private:
  // Large planes cost most of the time and have a test of their own below.
  static int64_t PlaneElements(const Shape& shape) {
    return shape.in_h * shape.in_w + shape.out_h * shape.out_w;
  }
  Shape DrawShape() {
    for (;;) {
      const Shape& shape = random_.Pick(Shapes());
      if (PlaneElements(shape) < 40'000 || random_.OneIn(30)) return shape;
    }
  }

  void DrawProblem() {
    Shape shape = DrawShape();
    if (random_.OneIn(4) && PlaneElements(shape) < 200) {
      // Many small planes, enough for several workers.
      shape.n = random_.Between(1, 3);
      shape.c = random_.Between(1, 300);
    } else {
      const int64_t budget = random_.OneIn(10) ? 400'000 : 20'000;
      shape = Shrunk(shape, std::max<int64_t>(1, random_.Between(1, budget) /
                                                     PlaneElements(shape)));
    }
    problem_ = PackedProblem(
        shape, random_.OneIn(2) ? Direction::kForward : Direction::kBackward,
        static_cast<DataType>(random_.Between(0, 3)));
    if (random_.OneIn(8)) DrawShrinking();
    if (random_.OneIn(2)) problem_.align_corners = !problem_.align_corners;
    if (random_.OneIn(3)) DrawScales();
    if (random_.OneIn(8)) problem_.coordinates = Coordinates::kFloat64;
  }

  // An image that shrinks to about half its size or less; few shapes do.
  void DrawShrinking() {
    const int64_t in_w = random_.Between(1, random_.OneIn(20)  ? 6'000
                                            : random_.OneIn(3) ? 700
                                                               : 70);
    const int64_t in_h =
        random_.Between(1, std::max<int64_t>(20'000 / in_w, 20));
    const Shape shape{"shrinking",
                      ShapeKind::kEdge,
                      random_.Between(1, 3),
                      random_.Between(1, 9),
                      in_h,
                      in_w,
                      std::max<int64_t>(in_h / random_.Between(2, 5), 1),
                      std::max<int64_t>(in_w / random_.Between(2, 5), 1),
                      false};
    problem_ = PackedProblem(shape, Direction::kBackward, problem_.dtype);
  }

  void DrawScales() {
    const auto scale = [&](int64_t in, int64_t out) {
      const double exact = static_cast<double>(out) / static_cast<double>(in);
      const std::vector<double> choices = {0,           1, exact, exact * 1.07,
                                           exact * 0.6, 2, 1e-30, 1e30};
      return random_.Pick(choices);
    };
    problem_.scale_h = scale(problem_.in_h, problem_.out_h);
    problem_.scale_w = scale(problem_.in_w, problem_.out_w);
  }

  void DrawSource() {
    const std::vector<int64_t> rarities = {3, 100, 10'000, 1'000'000'000};
    src_storage_ = SpecialMix(problem_.dtype, StorageElements(src_layout_),
                              random_.Pick(rarities), &random_);
  }

  PlanOptions DrawOptions(const std::string& kernel) {
    const std::vector<int> threads = {1, 2, 3, 4, 8, 16};
    const std::vector<int64_t> tiles = {0, 0, 1, 2, 3, 7, 8, 17, 32, 100};
    return {.threads = random_.Pick(threads),
            .kernel = kernel,
            .tile_w = random_.Pick(tiles),
            .stores =
                random_.OneIn(2) ? StoreMode::kStreaming : StoreMode::kCached};
  }

  void Compare(const Plan& plan, const PlanOptions& options) {
    const size_t element = FormatOf(problem_.dtype).bytes;
    GuardedBuffer src(src_storage_, AnyFlush(&random_));
    src.MakeReadOnly();
    GuardedBuffer dst(
        std::vector<std::byte>(
            static_cast<size_t>(StorageElements(dst_layout_)) * element, kGap),
        AnyFlush(&random_));
    GuardedBuffer workspace(plan.workspace_bytes(), AnyFlush(&random_));
    const Status status =
        plan.Run(src.data() + static_cast<size_t>(src_layout_.offset) * element,
                 dst.data() + static_cast<size_t>(dst_layout_.offset) * element,
                 workspace.data(), workspace.size());
    ASSERT_TRUE(status.ok()) << status.message() << Repeat(options);
    const std::vector<std::byte> storage = dst.Contents();
    EXPECT_TRUE(SameBits(problem_.dtype, dst_layout_.dims,
                         Gather(problem_.dtype, dst_layout_, storage.data()),
                         expected_))
        << Repeat(options);
    EXPECT_TRUE(GapsHold(problem_.dtype, dst_layout_, storage, kGap))
        << "written between the elements" << Repeat(options);
  }

  std::string Repeat(const PlanOptions& options) const {
    return fmt::format(
        "\n  {}\n  {} offsets={},{}\n  repeat with: BACKLERP_TEST_SEED={} "
        "bits_test --gtest_filter={}.{}",
        Describe(problem_), Describe(options), src_layout_.offset,
        dst_layout_.offset, Seed(),
        testing::UnitTest::GetInstance()->current_test_suite()->name(),
        testing::UnitTest::GetInstance()->current_test_info()->name());
  }

  Random& random_;
  Problem problem_;
  Layout src_layout_{};
  Layout dst_layout_{};
  std::vector<std::byte> src_storage_;
  std::vector<std::byte> expected_;
};

TEST(Bits, EveryKernelGivesTheReferencesBits) {
  fmt::print("seed {}\n", Seed());
  Random random(Seed());
  std::map<std::string, int> runs;
  const int draws = kSlowBuild ? 1500 : 3000;
  for (int i = 0; i < draws && !testing::Test::HasFailure(); ++i) {
    Draw draw(&random);
    for (const std::string& kernel : KernelNames()) {
      if (draw.Try(kernel)) ++runs[kernel];
      if (testing::Test::HasFailure()) break;
    }
  }
  if (testing::Test::HasFailure()) return;
  for (const std::string& kernel : KernelNames()) {
    fmt::print("{:24} {} problems\n", kernel, runs[kernel]);
    EXPECT_GT(runs[kernel], 0) << kernel << " was never chosen";
  }
}

// The truth of the test above against the contract itself.
TEST(Bits, TheReferenceKeepsTheContract) {
  Random random(Seed() + 1);
  const int draws = kSlowBuild ? 100 : 2000;
  for (int i = 0; i < draws; ++i) {
    const Shape shape = Shrunk(random.Pick(Shapes()), random.Between(1, 3));
    if (shape.out_h * shape.out_w > 70'000) continue;
    Problem problem = PackedProblem(
        shape, random.OneIn(2) ? Direction::kForward : Direction::kBackward,
        static_cast<DataType>(random.Between(0, 3)));
    if (random.OneIn(2)) problem.align_corners = !problem.align_corners;
    if (random.OneIn(4)) problem.scale_h = problem.scale_w = 1.25;
    if (random.OneIn(8)) problem.coordinates = Coordinates::kFloat64;
    const Layout layout = PackedNchwLayout(SrcDims(problem));
    const auto src = SpecialMix(
        problem.dtype, layout.size(),
        random.Pick(std::vector<int64_t>{2, 20, 1'000'000}), &random);
    ASSERT_TRUE(SameBits(problem.dtype, DstDims(problem),
                         RunPacked(problem, src, {.kernel = "reference"}),
                         EvaluateByContract(problem, src)))
        << Describe(problem) << " BACKLERP_TEST_SEED=" << Seed();
  }
}

// Where both axes are the identity the bytes are copied: NaN keeps its payload
// and zero its sign.
TEST(Bits, EqualSizesCopyTheBytes) {
  Random random(Seed() + 3);
  for (const auto& [h, w] : {std::pair{1, 1}, {1, 5}, {6, 1}, {4, 7}}) {
    for (const int type : {0, 1, 2, 3}) {
      for (const bool align : {false, true}) {
        for (const Direction direction :
             {Direction::kBackward, Direction::kForward}) {
          Problem problem = PackedProblem(
              direction, static_cast<DataType>(type), /*c=*/70, h, w, h, w);
          problem.align_corners = align;
          const auto src =
              SpecialMix(problem.dtype, 70 * h * w, /*rarity=*/2, &random);
          EXPECT_TRUE(SameBits(problem.dtype, DstDims(problem),
                               RunPacked(problem, src), src))
              << Describe(problem);
        }
      }
    }
  }
}

// The real models' planes at full size: strips and tables that small planes
// never reach.
TEST(Bits, ModelShapesAtFullPlaneSize) {
  Random random(Seed() + 2);
  for (const Shape& full : Shapes()) {
    if (full.kind != ShapeKind::kModel) continue;
    if (kSlowBuild && full.out_h * full.out_w > 70'000) continue;
    for (const Direction direction :
         {Direction::kBackward, Direction::kForward}) {
      const Problem problem =
          PackedProblem(Shrunk(full, 3), direction, DataType::kFloat32);
      const auto src =
          SpecialMix(problem.dtype, PackedNchwLayout(SrcDims(problem)).size(),
                     1'000'000'000, &random);
      const auto expected = RunPacked(problem, src, {.kernel = "reference"});
      for (const int threads : {1, 2, 7}) {
        EXPECT_TRUE(SameBits(problem.dtype, DstDims(problem),
                             RunPacked(problem, src, OnThreads(threads)),
                             expected))
            << full.name << " threads=" << threads << " " << Describe(problem);
      }
    }
  }
}

}  // namespace
}  // namespace backlerp::test
