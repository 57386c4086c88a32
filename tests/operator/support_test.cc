// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The rest of what tests rely on: layouts, guards, comparisons, the pool.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "tests/support/compare.h"
#include "tests/support/contract_loop.h"
#include "tests/support/element.h"
#include "tests/support/guarded_buffer.h"
#include "tests/support/layout.h"
#include "tests/support/plan_run.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace backlerp::test {
namespace {

using testing::ElementsAre;

constexpr auto kF32 = DataType::kFloat32;

TEST(Layout, ScattersAndGathers) {
  const Layout nhwc = PackedNhwcLayout({1, 2, 1, 3});
  EXPECT_EQ(StorageElements(nhwc), 6);
  const auto packed = EncodeAll(kF32, {1, 2, 3, 4, 5, 6});
  std::vector<std::byte> storage(packed.size());
  Scatter(kF32, nhwc, packed, storage.data());
  EXPECT_THAT(DecodeAll(kF32, storage), ElementsAre(1, 4, 2, 5, 3, 6));
  EXPECT_EQ(Gather(kF32, nhwc, storage.data()), packed);
}

TEST(Layout, NegativeStridesStartAtTheFarEnd) {
  const Layout mirrored = {{1, 1, 1, 3}, {0, 0, 0, -1}, 2};
  EXPECT_EQ(StorageElements(mirrored), 3);
  EXPECT_THAT(DecodeAll(kF32, Gather(kF32, mirrored,
                                     EncodeAll(kF32, {1, 2, 3}).data())),
              ElementsAre(3, 2, 1));
}

TEST(Layout, SeesAByteBetweenTheElements) {
  const Layout spaced = {{1, 1, 1, 2}, {0, 0, 0, 2}, 0};
  std::vector<std::byte> storage(12, std::byte{7});
  EXPECT_TRUE(GapsHold(kF32, spaced, storage, std::byte{7}));
  storage[3] = std::byte{0};  // of element 0
  EXPECT_TRUE(GapsHold(kF32, spaced, storage, std::byte{7}));
  storage[7] = std::byte{0};  // of the gap
  EXPECT_FALSE(GapsHold(kF32, spaced, storage, std::byte{7}));
}

TEST(SameBits, TellsZerosApartAndNamesThePlace) {
  const auto result =
      SameBits(kF32, {1, 2, 1, 2}, EncodeAll(kF32, {1, 2, 0, 4}),
               EncodeAll(kF32, {1, 2, -0.0, 4}));
  EXPECT_FALSE(result);
  EXPECT_THAT(result.message(), testing::StartsWith("[n=0, c=1, h=0, w=0]"));
  EXPECT_TRUE(SameBits(kF32, {1, 1, 1, 1}, EncodeAll(kF32, {NAN}),
                       EncodeAll(kF32, {NAN})));
}

using GuardedBufferDeathTest = testing::TestWithParam<GuardedBuffer::Flush>;

void Touch(std::byte* at) {
  *static_cast<volatile std::byte*>(at) = std::byte{1};
}

TEST_P(GuardedBufferDeathTest, EndsATouchBesideTheMemory) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  GuardedBuffer buffer(100, GetParam());
  Touch(buffer.data());
  Touch(buffer.data() + 99);
  const bool left = GetParam() == GuardedBuffer::Flush::kLeft;
  EXPECT_DEATH(Touch(left ? buffer.data() - 1 : buffer.data() + 100), "");
  buffer.MakeReadOnly();
  EXPECT_DEATH(Touch(buffer.data()), "");
}

INSTANTIATE_TEST_SUITE_P(Sides, GuardedBufferDeathTest,
                         testing::Values(GuardedBuffer::Flush::kLeft,
                                         GuardedBuffer::Flush::kRight));

TEST(NormalPool, RepeatsAPlaneAndVariesPlanes) {
  const NormalPool pool(kF32);
  const auto plane = [&](uint64_t number) {
    std::vector<std::byte> bytes(100 * 100 * sizeof(float));
    pool.FillPlane(number, 100, 100, bytes.data());
    return bytes;
  };
  EXPECT_EQ(plane(3), plane(3));
  EXPECT_NE(plane(3), plane(4));
  const std::vector<double> values = DecodeAll(kF32, plane(5));
  const std::set<double> distinct(values.begin(), values.end());
  EXPECT_GT(distinct.size(), 9000U);
  EXPECT_LT(*std::max_element(values.begin(), values.end()), 7);
}

TEST(Shapes, NamesAreUnique) {
  std::set<std::string> names;
  for (const Shape& shape : Shapes()) {
    EXPECT_TRUE(names.insert(shape.name).second) << shape.name;
    EXPECT_LE(Shrunk(shape, 5).n * Shrunk(shape, 5).c, 5) << shape.name;
  }
}

// The contract's rounding, where it differs from the slow evaluation's: a fused
// step keeps what a separate product loses.
TEST(ContractLoop, FusesEachStep) {
  // T = fma(1/3 in float32, g, T), twice, has another result unfused.
  Problem problem =
      PackedProblem(Direction::kBackward, kF32, /*c=*/1, 1, 2, 1, 6);
  problem.align_corners = true;
  const std::vector<double> g = Normals(kF32, 6, 1);
  const auto result =
      DecodeAll(kF32, EvaluateByContract(problem, EncodeAll(kF32, g)));
  float sum = 0;
  for (int x = 0; x < 6; ++x) {
    const float source = 0.2F * static_cast<float>(x);
    const float w0 = source >= 1 ? 0 : 1 - source;
    if (source < 1) {
      sum = static_cast<float>(double{w0} * g[static_cast<size_t>(x)] + sum);
    }
  }
  // A product of two floats is exact in double, and so is the sum here but for
  // its rounding to float: the fused result.
  EXPECT_EQ(result[0], sum);
}

TEST(ContractLoop, CopiesAnIdentityAndCanonicalisesNan) {
  Problem problem =
      PackedProblem(Direction::kBackward, kF32, /*c=*/1, 1, 2, 1, 2);
  std::vector<std::byte> src(8);
  StoreBits(kF32, src.data(), 0, 0xFFA00001u);
  StoreBits(kF32, src.data(), 1, 0x80000000u);
  EXPECT_EQ(EvaluateByContract(problem, src), src);
  problem.in_w = 1;
  EXPECT_EQ(LoadBits(kF32, EvaluateByContract(problem, src).data(), 0),
            0x7FC00000u);
}

}  // namespace
}  // namespace backlerp::test
