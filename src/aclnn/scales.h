// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The one place that says when scalesH and scalesW count and when the sizes do.
//
// An axis' scale is "absent" where it is NaN or not above 1e-9 in magnitude. It
// "reproduces" the size where floor(in * scale) == out, in double.
//
//   kIgnored     The sizes decide.
//   kBothOrNone  The scales decide if both reproduce their sizes and both
//                ratios, 1 / scale, are in [least_ratio, most_ratio]; otherwise
//                the sizes do, on both axes.
//   kAsGiven     On each axis the scale decides where it is > 0, whatever it
//                makes of the size.
//
// alignCorners leaves no use for scales. Strict mode refuses scales that are
// given and that do not reproduce the sizes or that kBothOrNone cannot use.

#ifndef BACKLERP_SRC_ACLNN_SCALES_H_
#define BACKLERP_SRC_ACLNN_SCALES_H_

#include <limits>

#include "aclnn/call.h"

namespace backlerp::aclnn {

enum class ScaleRule { kIgnored, kBothOrNone, kAsGiven };

struct ScalePolicy {
  ScaleRule rule;
  double least_ratio = 0;
  double most_ratio = std::numeric_limits<double>::infinity();
  // The chip copies an image of unchanged size without a look at the scales.
  bool equal_sizes_are_copied = false;
};

inline constexpr ScalePolicy kScalesIgnored = {.rule = ScaleRule::kIgnored};
// V2 on Atlas A2 and A3: no enlargement beyond a hundredfold.
inline constexpr ScalePolicy kScalesV2 = {.rule = ScaleRule::kBothOrNone,
                                          .least_ratio = 0.01};
// Forward on Atlas A2 and A3: no shrinking beyond a fiftieth.
inline constexpr ScalePolicy kScalesForward = {.rule = ScaleRule::kBothOrNone,
                                               .most_ratio = 50,
                                               .equal_sizes_are_copied = true};
// All operators on Ascend 950.
inline constexpr ScalePolicy kScalesAsGiven = {.rule = ScaleRule::kAsGiven,
                                               .equal_sizes_are_copied = true};

struct ScaleChoice {
  double scale_h = 0;  // for Problem: 0 where the sizes decide
  double scale_w = 0;
  const char* reason = "";  // for the log: "used", "none given", ...
  bool fell_back = false;   // the sizes stand in for scales that were given
  Verdict fault;            // what strict mode refuses; ok where nothing
};

// `call.sizes` must be set.
ScaleChoice ChooseScales(const ScalePolicy& policy, const Call& call);

}  // namespace backlerp::aclnn

#endif  // BACKLERP_SRC_ACLNN_SCALES_H_
