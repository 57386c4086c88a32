// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/compare.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "cli/element_type.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace backlerp::cli {
namespace {

using testing::ElementsAre;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

TensorView ViewOf(const std::vector<float>& values,
                  std::vector<int64_t> shape) {
  TensorView view;
  view.dtype = DataType::kFloat32;
  view.shape = std::move(shape);
  view.strides = PackedStrides(view.shape);
  view.data = reinterpret_cast<const std::byte*>(values.data());
  return view;
}

Comparison CompareRows(const std::vector<float>& a, const std::vector<float>& b,
                       const CompareOptions& options = {}) {
  const auto size = static_cast<int64_t>(a.size());
  return Compare(ViewOf(a, {size}), ViewOf(b, {size}), options, [](int64_t) {});
}

TEST(Compare, EqualTensorsHaveNothingToShow) {
  const Comparison r = CompareRows({1, -2, 0.0f}, {1, -2, -0.0f});
  EXPECT_EQ(r.elements, 3);
  EXPECT_EQ(r.unequal, 0);
  EXPECT_EQ(r.beyond, 0);
  EXPECT_EQ(r.max_abs.index, -1);
  EXPECT_TRUE(r.worst.empty());
}

TEST(Compare, FindsTheLargestErrorsAndTheirPlaces) {
  const Comparison r = CompareRows({1, 10, 0.5f, 8}, {1, 12, 0.25f, 8});
  EXPECT_EQ(r.unequal, 2);
  EXPECT_EQ(r.max_abs.value, 2);
  EXPECT_EQ(r.max_abs.index, 1);
  EXPECT_EQ(r.max_rel.value, 1);
  EXPECT_EQ(r.max_rel.index, 2);
  // From 0.25 to 0.5 is one binade.
  EXPECT_EQ(r.max_ulp.value, 1u << 23);
  EXPECT_EQ(r.max_ulp.index, 2);
}

TEST(Compare, TheFirstOfEqualErrorsIsTold) {
  const Comparison r = CompareRows({0, 2, 2, 0}, {0, 1, 1, 1});
  EXPECT_EQ(r.max_abs.index, 1);
  EXPECT_EQ(r.worst[0].index, 1);
  EXPECT_EQ(r.worst[1].index, 2);
}

TEST(Compare, ToleranceIsRelativeToTheSecond) {
  CompareOptions options;
  options.tolerance = {.atol = 0.5, .rtol = 0.25};
  // Allowed: 0.5 + 0.25 * |b|, the bound itself included.
  const auto beyond = [&](float a, float b) {
    return CompareRows({a}, {b}, options).beyond;
  };
  EXPECT_EQ(beyond(5.5f, 4), 0);
  EXPECT_EQ(beyond(-5.5f, -4), 0);
  EXPECT_EQ(beyond(5.75f, 4), 1);
  EXPECT_EQ(beyond(4, 5.75f), 0);
  EXPECT_EQ(beyond(0.5f, 0), 0);
  EXPECT_EQ(beyond(0.75f, 0), 1);
}

TEST(Compare, NanEqualsNanOnly) {
  CompareOptions options;
  options.tolerance = {.atol = 1e300, .rtol = 1e300};
  const Comparison r = CompareRows({kNan, kNan, 1, kNan, -kNan},
                                   {kNan, 1, kNan, kInf, kNan}, options);
  EXPECT_EQ(r.nans_a, 4);
  EXPECT_EQ(r.nans_b, 3);
  EXPECT_EQ(r.nans_apart, 3);
  EXPECT_EQ(r.infs_apart, 0);
  EXPECT_EQ(r.beyond, 3);
  EXPECT_EQ(r.max_abs.index, -1);
}

TEST(Compare, AnInfinityEqualsItselfOnly) {
  CompareOptions options;
  options.tolerance = {.atol = 1e300, .rtol = 1e300};
  const Comparison r =
      CompareRows({kInf, kInf, 3, -kInf}, {kInf, -kInf, kInf, 3}, options);
  EXPECT_EQ(r.infs_a, 3);
  EXPECT_EQ(r.infs_b, 3);
  EXPECT_EQ(r.infs_apart, 3);
  EXPECT_EQ(r.beyond, 3);
  EXPECT_EQ(r.max_abs.index, -1);
}

TEST(Compare, WorstPlacesBeginWithWhatIsNotFinite) {
  CompareOptions options;
  options.worst = 3;
  const Comparison r =
      CompareRows({1, 0, 9, 0, 0, 4, 2}, {0, 0, 0, kNan, kInf, 0, 0}, options);
  std::vector<int64_t> places;
  for (const Pair& pair : r.worst) places.push_back(pair.index);
  EXPECT_THAT(places, ElementsAre(3, 4, 2));
}

TEST(Compare, KeepsNoPlacesIfNoneAreWanted) {
  CompareOptions options;
  options.worst = 0;
  EXPECT_TRUE(CompareRows({1, 2}, {3, 4}, options).worst.empty());
}

TEST(Compare, FollowsStrides) {
  const std::vector<float> c_order = {0, 1, 2, 3, 4, 5};
  const std::vector<float> fortran_order = {0, 3, 1, 4, 2, 7};
  TensorView a = ViewOf(c_order, {2, 3});
  TensorView b = ViewOf(fortran_order, {2, 3});
  b.strides = {1, 2};
  const Comparison r = Compare(a, b, {}, [](int64_t) {});
  EXPECT_EQ(r.elements, 6);
  EXPECT_EQ(r.unequal, 1);
  EXPECT_EQ(r.max_abs.index, 5);
  EXPECT_EQ(r.max_abs.value, 2);
}

// Longer than what is converted at a time.
TEST(Compare, LongRowsAreWhole) {
  std::vector<float> a(20000, 1);
  std::vector<float> b = a;
  b[4095] = b[4096] = b[19999] = 2;
  int64_t done = 0;
  const Comparison r = Compare(ViewOf(a, {2, 10000}), ViewOf(b, {2, 10000}), {},
                               [&](int64_t count) { done = count; });
  EXPECT_EQ(r.unequal, 3);
  EXPECT_EQ(r.worst[2].index, 19999);
  EXPECT_EQ(done, 20000);
  EXPECT_THAT(PlaceOf(19999, std::vector<int64_t>{2, 10000}),
              ElementsAre(1, 9999));
}

TEST(Compare, ScalarsAndEmptyTensors) {
  const std::vector<float> one = {1};
  const std::vector<float> two = {2};
  EXPECT_EQ(
      Compare(ViewOf(one, {}), ViewOf(two, {}), {}, [](int64_t) {}).unequal, 1);
  EXPECT_EQ(
      Compare(ViewOf(one, {0, 4}), ViewOf(two, {0, 4}), {}, [](int64_t) {})
          .elements,
      0);
}

TEST(UlpDistance, CountsTheValuesOfTheType) {
  EXPECT_EQ(UlpDistance(DataType::kFloat32, 1.0, std::nextafter(1.0f, 2.0f)),
            1u);
  EXPECT_EQ(UlpDistance(DataType::kFloat32, 0.0, -0.0), 0u);
  // The smallest denormals of both signs have 0 between them.
  EXPECT_EQ(UlpDistance(DataType::kFloat32, 0x1p-149, -0x1p-149), 2u);
  EXPECT_EQ(UlpDistance(DataType::kFloat16, 1.0, 2.0), 1024u);
  EXPECT_EQ(UlpDistance(DataType::kBFloat16, 1.0, 2.0), 128u);
  EXPECT_EQ(UlpDistance(DataType::kFloat64, 1.0, 2.0), uint64_t{1} << 52);
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(UlpDistance(DataType::kFloat64, most, -most),
            2 * uint64_t{0x7FEFFFFFFFFFFFFF});
}

// By way of float32, rounded to nearest both times, this would become 1: the
// first step gives 1 + 2^-11, the middle between two values of float16, and the
// second the even one.
TEST(UlpDistance, RoundsOnce) {
  const double above_middle = 1 + 0x1p-11 + 0x1p-40;
  EXPECT_EQ(UlpDistance(DataType::kFloat16, above_middle, 1 + 0x1p-10), 0u);
  EXPECT_EQ(UlpDistance(DataType::kFloat16, -above_middle, -1 - 0x1p-10), 0u);
  EXPECT_EQ(UlpDistance(DataType::kBFloat16, 1 + 0x1p-8 + 0x1p-40, 1 + 0x1p-7),
            0u);
}

}  // namespace
}  // namespace backlerp::cli
