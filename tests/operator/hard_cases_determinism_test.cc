// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Hard cases 30 to 33, and 49 to 52 as far as they are values: the same bits on
// every run, thread count and layout.

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "gmock/gmock.h"
#include "tests/support/compare.h"
#include "tests/support/element.h"
#include "tests/support/limits.h"
#include "tests/support/matchers.h"
#include "tests/support/operator_call.h"
#include "tests/support/random.h"
#include "tests/support/slow_reference.h"

namespace backlerp::test {
namespace {

using testing::Each;
using testing::ElementsAreArray;

// Normal values, repeated after a prime number of them: no plane is like
// another.
std::vector<double> SomeNormals(DataType dtype) {
  return Normals(dtype, 100'003, Seed());
}

class HardCases30To32
    : public testing::TestWithParam<std::tuple<DataType, int64_t>> {
 protected:
  HardCases30To32()
      : dtype_(std::get<0>(GetParam())), into_(std::get<1>(GetParam())) {
    call_.Values(SomeNormals(dtype_))
        .As(dtype_)
        .Batch(4, 64)
        .From(128, 128)
        .Into(into_, into_);
  }

  testing::AssertionResult Same(const CallResult& a, const CallResult& b) {
    return SameBits(dtype_, {4, 64, into_, into_}, a.Bytes(), b.Bytes());
  }

  DataType dtype_;
  int64_t into_;
  OperatorCall call_ = V2();
};

// The device's memory is set up once: a run may not depend on the one before.
TEST_P(HardCases30To32, HundredRuns) {
  const AclSession session;
  const DeviceBuffer src(
      EncodeAll(dtype_, Normals(dtype_, int64_t{4} * 64 * 128 * 128, Seed())));
  const std::vector<int64_t> src_dims = {4, 64, 128, 128};
  const std::vector<int64_t> dst_dims = {4, 64, into_, into_};
  DeviceBuffer dst(static_cast<size_t>(4 * 64 * into_ * into_) *
                   FormatOf(dtype_).bytes);
  const TensorHandle grad_out(
      {src_dims, PackedStrides(src_dims), 0, ACL_FORMAT_NCHW},
      AclTypeOf(dtype_), src.data());
  const TensorHandle grad_in(
      {dst_dims, PackedStrides(dst_dims), 0, ACL_FORMAT_NCHW},
      AclTypeOf(dtype_), dst.data());
  const IntArrayHandle output_size({128, 128});
  const IntArrayHandle input_size(dst_dims);
  std::vector<std::byte> first;
  for (int run = 0; run < Repeats(100); ++run) {
    dst.Fill(run);
    RunToEnd({Operator::kV2, grad_out.get(), output_size.get(),
              input_size.get(), /*align_corners=*/false, /*scale_h=*/0,
              /*scale_w=*/0, grad_in.get()},
             session);
    if (run == 0) first = dst.Contents();
    ASSERT_TRUE(SameBits(dtype_, {4, 64, into_, into_}, dst.Contents(), first))
        << "run " << run;
  }
}

TEST_P(HardCases30To32, AnyNumberOfThreads) {
  const auto with_threads = [&](const char* threads) {
    return call_.Run(AclSession(Variables{{"BACKLERP_NUM_THREADS", threads}}));
  };
  const CallResult one = with_threads("1");
  for (const char* threads : {"2", "3", "4", "8"}) {
    EXPECT_TRUE(Same(with_threads(threads), one)) << threads << " threads";
  }
}

TEST_P(HardCases30To32, NchwAndNhwc) {
  const CallResult nchw = call_.Run();
  EXPECT_TRUE(Same(call_.Nhwc().Run(), nchw));
}

INSTANTIATE_TEST_SUITE_P(
    TypesAndSizes, HardCases30To32,
    testing::Combine(testing::Values(DataType::kFloat32, DataType::kFloat16,
                                     DataType::kBFloat16),
                     testing::Values(32, 64)),
    [](const auto& param) {
      return std::string(NameOf(std::get<0>(param.param))) + "Into" +
             std::to_string(std::get<1>(param.param));
    });

// A fixed order of sums, close to the exact ones. That every kernel keeps this
// order is bits_test.cc.
TEST(HardCase33, CloseToTheExactSums) {
  constexpr int64_t kPlanes = 768;
  const auto values = Normals(DataType::kBFloat16, kPlanes * 31 * 68, Seed());
  const CallResult result =
      V2().Values(values).Batch(1, kPlanes).From(31, 68).Into(52, 52).Run();
  const Axes axes = {MakeAxis({52, 31}), MakeAxis({52, 68})};
  double largest = 0;
  double worst = 0;
  Truth truth;
  Scratch scratch;
  for (int64_t c = 0; c < kPlanes; ++c) {
    const auto first = values.begin() + c * 31 * 68;
    EvaluatePlane(Direction::kBackward, axes, {first, first + 31 * 68}, &truth,
                  &scratch);
    const std::vector<double> plane = result.Plane(0, c);
    for (size_t i = 0; i < plane.size(); ++i) {
      largest = std::max(largest, std::abs(truth.value[i]));
      worst = std::max(worst, std::abs(plane[i] - truth.value[i]));
    }
  }
  EXPECT_LE(worst, 1e-5 * largest);
  EXPECT_GT(largest, 1);
}

// Hard case 49 is case 10 with a result full of NaN, in
// hard_cases_scales_test.cc.

TEST(HardCase50, EqualSizesAreACopy) {
  for (const DataType dtype :
       {DataType::kFloat32, DataType::kFloat16, DataType::kBFloat16}) {
    for (const double scale : {0.0, 1.0}) {
      EXPECT_THAT(V2().Values({-0.0, 1.5, INFINITY, -2})
                      .As(dtype)
                      .From(2, 2)
                      .Into(2, 2)
                      .Scale(scale)
                      .Run()
                      .Values(),
                  ElementsAreArray({-0.0, 1.5, double{INFINITY}, -2.0}));
    }
  }
}

TEST(HardCase51, AlignedCornersIgnoreScales) {
  const OperatorCall call =
      V2().Counting(1).From(6, 6).Into(3, 3).AlignCorners();
  const CallResult expected = OperatorCall(call).Run();
  for (const double scale : {0.0, 2.0, 7.0, 0.3}) {
    EXPECT_EQ(OperatorCall(call).Scale(scale).Run().storage, expected.storage);
  }
}

TEST(HardCase52, Ones) {
  const OperatorCall call = V2().Ones().From(6, 6).Into(3, 3).Scale(2);
  EXPECT_THAT(OperatorCall(call).Run().Values(), Each(4));
  EXPECT_THAT(
      OperatorCall(call).AlignCorners().Run().Values(),
      Approximately({3.24, 4.32, 3.24, 4.32, 5.76, 4.32, 3.24, 4.32, 3.24}));
}

}  // namespace
}  // namespace backlerp::test
