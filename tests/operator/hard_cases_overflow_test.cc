// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Hard cases 27 to 29: sizes at which 32-bit arithmetic ends.

#include <cstddef>
#include <cstring>
#include <vector>

#include "gmock/gmock.h"
#include "tests/support/operator_call.h"
#include "tests/support/random.h"

namespace backlerp::test {
namespace {

using testing::ElementsAre;

// 2^31 elements of gradient, all of them views of one plane: 0.5 GiB of output.
TEST(HardCase27, MoreThanTwoBillionElements) {
  constexpr int64_t kPlanes = 2050;
  const auto values = Normals(DataType::kFloat32, 1024 * 1024, Seed());
  const OperatorCall one = V2().Values(values).From(1024, 1024).Into(256, 256);
  const std::vector<std::byte> expected = OperatorCall(one).Run().storage;

  const AclSession session;
  DeviceBuffer src(sizeof(float) * 1024 * 1024);
  std::vector<float> plane(values.begin(), values.end());
  src.Write(0, plane.data(), src.size());
  const DeviceBuffer dst(kPlanes * expected.size());
  const TensorHandle grad_out(
      {{kPlanes / 2, 2, 1024, 1024}, {0, 0, 1024, 1}, 0, ACL_FORMAT_NCHW},
      ACL_FLOAT, src.data());
  const std::vector<int64_t> dims = {kPlanes / 2, 2, 256, 256};
  const TensorHandle grad_in({dims, PackedStrides(dims), 0, ACL_FORMAT_NCHW},
                             ACL_FLOAT, dst.data());
  const IntArrayHandle output_size({1024, 1024});
  const IntArrayHandle input_size(dims);
  RunToEnd(
      {Operator::kV2, grad_out.get(), output_size.get(), input_size.get(),
       /*align_corners=*/false, /*scale_h=*/0, /*scale_w=*/0, grad_in.get()},
      session);

  std::vector<std::byte> actual(expected.size());
  for (int64_t p = 0; p < kPlanes; ++p) {
    dst.Read(static_cast<size_t>(p) * expected.size(), actual.data(),
             actual.size());
    ASSERT_TRUE(actual == expected) << "plane " << p;
  }
}

// A product of sizes that wraps to something small must not pass.
TEST(HardCase28, AbsurdOutputSizeIsRefusedAtOnce) {
  const AclSession session;
  const DeviceBuffer memory(16 * 512 * 4 * 4 * sizeof(float));
  const std::vector<int64_t> dims = {16, 512, 4, 4};
  const TensorLayout layout = {dims, PackedStrides(dims), 0, ACL_FORMAT_NCHW};
  const TensorHandle grad_out(layout, ACL_FLOAT, memory.data());
  const TensorHandle out(layout, ACL_FLOAT, memory.data());
  const IntArrayHandle output_size({1250999896765, 1250999896766});
  const IntArrayHandle input_size(dims);
  for (const Operator op : {Operator::kV2, Operator::kV1}) {
    uint64_t workspace_size = 42;
    aclOpExecutor* executor = nullptr;
    EXPECT_EQ(FirstPhase({op, grad_out.get(), output_size.get(),
                          input_size.get(), /*align_corners=*/false,
                          /*scale_h=*/0, /*scale_w=*/0, out.get()},
                         &workspace_size, &executor),
              161002);
    EXPECT_EQ(workspace_size, 42U);
    EXPECT_EQ(executor, nullptr);
  }
}

// An axis of 2^20, along either direction.
class HardCase29 : public testing::TestWithParam<bool> {
 protected:
  static constexpr int64_t kLong = 1 << 20;

  static OperatorCall Case(int64_t from, int64_t into) {
    const bool along_h = GetParam();
    return along_h ? V2().From(from, 1).Into(into, 1)
                   : V2().From(1, from).Into(1, into);
  }

  static std::vector<double> Spread(
      const std::vector<std::pair<size_t, double>>& peaks) {
    std::vector<double> values(kLong, 0.0);
    for (const auto& [index, value] : peaks) values[index] = value;
    return values;
  }
};

TEST_P(HardCase29, SumsAMillionOnes) {
  EXPECT_THAT(Case(kLong, 1).Ones().Run().Values(), ElementsAre(1048576));
}

TEST_P(HardCase29, SpreadsTwoElements) {
  EXPECT_EQ(Case(2, kLong).Counting(1).Run().Values(),
            Spread({{262143, 0.5}, {262144, 0.5}, {786431, 1}, {786432, 1}}));
}

TEST_P(HardCase29, SpreadsTwoElementsToTheEnds) {
  EXPECT_EQ(Case(2, kLong).Counting(1).AlignCorners().Run().Values(),
            Spread({{0, 1}, {kLong - 1, 2}}));
}

INSTANTIATE_TEST_SUITE_P(Axes, HardCase29, testing::Bool(),
                         [](const auto& along_h) {
                           return along_h.param ? "AlongH" : "AlongW";
                         });

}  // namespace
}  // namespace backlerp::test
