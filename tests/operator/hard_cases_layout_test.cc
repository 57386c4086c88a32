// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Hard cases 22 to 26: where the elements lie.

#include <array>
#include <cstddef>
#include <vector>

#include "gmock/gmock.h"
#include "tests/support/compare.h"
#include "tests/support/element.h"
#include "tests/support/matchers.h"
#include "tests/support/operator_call.h"
#include "tests/support/random.h"

namespace backlerp::test {
namespace {

using testing::Each;
using testing::ElementsAreArray;
using Values = std::vector<double>;

const Values kCase11 = {21.5, 29, 36.5, 66.5, 74, 81.5, 111.5, 119, 126.5};

// Channels-last strides under the NCHW format, as frameworks pass them.
TEST(HardCase22, ChannelsLastStridesGiveTheSameBits) {
  const Values values =
      Normals(DataType::kFloat32, int64_t{2} * 3 * 18 * 10, Seed());
  for (const bool align : {false, true}) {
    const OperatorCall packed =
        V2().Values(values).Batch(2, 3).From(18, 10).Into(9, 5).AlignCorners(
            align);
    const CallResult strided =
        OperatorCall(packed).SrcStrides({540, 1, 30, 3}).Run();
    EXPECT_TRUE(SameBits(DataType::kFloat32, {2, 3, 9, 5}, strided.Bytes(),
                         OperatorCall(packed).Run().Bytes()));
  }
}

// The gradient of a mean is one element seen everywhere.
TEST(HardCase23, ExpandedScalar) {
  EXPECT_THAT(V2().Ones()
                  .Batch(2, 3)
                  .From(6, 6)
                  .Into(3, 3)
                  .SrcStrides({0, 0, 0, 0})
                  .Run()
                  .Values(),
              Each(4));
}

// A result that is a view of a larger tensor leaves the rest alone.
TEST(HardCase24, ViewInsideAMarkedBuffer) {
  const CallResult result = V2().Counting(1)
                                .From(6, 6)
                                .Into(3, 3)
                                .DstStrides({72, 36, 12, 2}, /*offset=*/5)
                                .DstStorage(72)
                                .DstHolds(0x5A)
                                .Run();
  EXPECT_EQ(result.storage.size(), 72 * sizeof(float));
  EXPECT_THAT(result.Values(), ElementsAreArray(kCase11));
  EXPECT_TRUE(GapsHold(DataType::kFloat32, result.layout, result.storage,
                       std::byte{0x5A}));
}

TEST(HardCase25, NhwcFormat) {
  const CallResult result = V2().Counting(1)
                                .Nhwc()
                                .Batch(2, 200)
                                .From(6, 9)
                                .Into(2, 3)
                                .Scale(3)
                                .Run();
  for (int64_t n = 0; n < 2; ++n) {
    for (int64_t c = 0; c < 200; ++c) {
      ASSERT_THAT(result.Plane(n, c),
                  Approximately({109, 135, 161, 334, 360, 386}));
    }
  }
}

TEST(HardCase25, NhwcFormatWithOneChannel) {
  EXPECT_THAT(V2().Counting(1).Nhwc().From(6, 6).Into(3, 3).Run().Values(),
              ElementsAreArray(kCase11));
}

// Nothing may leak from a plane into its neighbours.
class HardCase26 : public testing::TestWithParam<std::array<int64_t, 2>> {};

TEST_P(HardCase26, PlanesDoNotMix) {
  const auto [h, w] = GetParam();
  for (const int64_t size : {2, 7}) {
    const CallResult result =
        V2().OneHot({1, 1, h, w}).Batch(3, 2).From(4, 4).Into(size, size).Run();
    for (int64_t plane = 0; plane < 6; ++plane) {
      const Values values = result.Plane(plane / 2, plane % 2);
      if (plane == 3) {
        EXPECT_THAT(values, testing::Contains(testing::Ne(0)));
      } else {
        EXPECT_THAT(values, Each(0)) << "plane " << plane;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Corners, HardCase26,
                         testing::Values(std::array<int64_t, 2>{0, 0},
                                         std::array<int64_t, 2>{0, 3},
                                         std::array<int64_t, 2>{3, 0},
                                         std::array<int64_t, 2>{3, 3}));

}  // namespace
}  // namespace backlerp::test
