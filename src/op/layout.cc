// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "op/layout.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/checked.h"

namespace backlerp {

Layout InLayout(const Problem& p) {
  return {{p.n, p.c, p.in_h, p.in_w},
          {p.in_strides.n, p.in_strides.c, p.in_strides.h, p.in_strides.w}};
}

Layout OutLayout(const Problem& p) {
  return {{p.n, p.c, p.out_h, p.out_w},
          {p.out_strides.n, p.out_strides.c, p.out_strides.h, p.out_strides.w}};
}

std::optional<Extent> ExtentOf(const Layout& layout, size_t element_bytes) {
  Checked lowest = 0;
  Checked highest = 0;
  for (size_t d = 0; d < layout.sizes.size(); ++d) {
    const Checked reach = CheckedMul(layout.sizes[d] - 1, layout.strides[d]);
    if (!reach) return std::nullopt;
    Checked& end = *reach < 0 ? lowest : highest;
    end = CheckedAdd(end, reach);
  }
  const auto bytes = static_cast<int64_t>(element_bytes);
  // The span in bytes must fit too, or two pointers could not be subtracted.
  const Checked span = CheckedMul(
      CheckedAdd(CheckedAdd(highest, CheckedMul(lowest, -1)), 1), bytes);
  if (!span) return std::nullopt;
  return Extent{*lowest, *highest};
}

bool ElementsAreDistinct(const Layout& layout) {
  std::array<std::pair<int64_t, int64_t>, 4> axes;  // |stride|, size
  for (size_t d = 0; d < axes.size(); ++d) {
    // The stride of a single element may be anything, also INT64_MIN, which has
    // no absolute value.
    const bool matters = layout.sizes[d] > 1;
    axes[d] = {matters ? std::abs(layout.strides[d]) : 0, layout.sizes[d]};
  }
  std::sort(axes.begin(), axes.end());
  int64_t reach = 0;  // of the axes with smaller strides
  for (const auto& [stride, size] : axes) {
    if (size == 1) continue;
    if (stride <= reach) return false;
    reach += stride * (size - 1);
  }
  return true;
}

}  // namespace backlerp
