// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "aclnn/scales.h"

#include <cmath>

#include "fmt/core.h"

namespace backlerp::aclnn {
namespace {

constexpr double kAbsent = 1e-9;

struct AxisScale {
  const char* name;
  double scale;
  int64_t in;
  int64_t out;
};

// The comparison is false for NaN, which makes it absent.
bool IsAbsent(double scale) { return !(std::abs(scale) > kAbsent); }

// In doubles throughout: a cast of Inf or of 1e300 to an integer is undefined.
bool Reproduces(const AxisScale& axis) {
  return std::floor(static_cast<double>(axis.in) * axis.scale) ==
         static_cast<double>(axis.out);
}

Verdict CheckAxis(const ScalePolicy& policy, const AxisScale& axis) {
  const std::string given = fmt::format("{}", axis.scale);
  if (!Reproduces(axis)) {
    return Unexpected(
        axis.name, "value", given,
        fmt::format("a factor with floor({} * {}) == {}, the output's size",
                    axis.in, axis.name, axis.out));
  }
  const double ratio = 1 / axis.scale;
  if (ratio >= policy.least_ratio && ratio <= policy.most_ratio) return {};
  return Unexpected(axis.name, "value", given,
                    fmt::format("one whose inverse is in [{}, {}]",
                                policy.least_ratio, policy.most_ratio));
}

Verdict FindFault(const ScalePolicy& policy, const AxisScale& h,
                  const AxisScale& w) {
  const bool each_alone = policy.rule == ScaleRule::kAsGiven;
  if (IsAbsent(h.scale) && IsAbsent(w.scale)) return {};
  for (const AxisScale& axis : {h, w}) {
    if (each_alone && IsAbsent(axis.scale)) continue;
    BACKLERP_RETURN_IF_FAILED(CheckAxis(policy, axis));
  }
  return {};
}

double PositiveOrZero(double scale) {
  const bool usable = scale > 0 && !IsAbsent(scale) && std::isfinite(scale);
  return usable ? scale : 0;
}

}  // namespace

ScaleChoice ChooseScales(const ScalePolicy& policy, const Call& call) {
  ScaleChoice choice;
  const AxisScale h = {"scalesH", call.scale_h, call.sizes.in_h,
                       call.sizes.out_h};
  const AxisScale w = {"scalesW", call.scale_w, call.sizes.in_w,
                       call.sizes.out_w};
  if (call.align_corners) {
    choice.reason = "not used with alignCorners";
    return choice;
  }
  if (IsAbsent(h.scale) && IsAbsent(w.scale)) {
    choice.reason = "none given";
    return choice;
  }
  choice.fault = FindFault(policy, h, w);
  if (policy.rule == ScaleRule::kIgnored) {
    choice.reason = "ignored by this operator on this product";
  } else if (policy.equal_sizes_are_copied && call.sizes.same_image()) {
    choice.reason = "not used, equal sizes are copied";
  } else if (policy.rule == ScaleRule::kBothOrNone && !choice.fault.ok()) {
    choice.reason = "not usable, the sizes decide";
    choice.fell_back = true;
  } else {
    choice.scale_h = PositiveOrZero(h.scale);
    choice.scale_w = PositiveOrZero(w.scale);
    choice.reason = "used";
  }
  return choice;
}

}  // namespace backlerp::aclnn
