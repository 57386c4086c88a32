// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "op/validate.h"

#include <string>

#include "base/checked.h"
#include "fmt/core.h"
#include "fmt/ranges.h"
#include "op/layout.h"

namespace backlerp {
namespace {

Status Invalid(std::string message) {
  return {StatusCode::kInvalidArgument, std::move(message)};
}

Status CheckSizes(const Problem& p) {
  struct Size {
    const char* name;
    int64_t value;
    int64_t least;
  };
  const Size sizes[] = {{"n", p.n, 0},         {"c", p.c, 0},
                        {"in_h", p.in_h, 1},   {"in_w", p.in_w, 1},
                        {"out_h", p.out_h, 1}, {"out_w", p.out_w, 1}};
  for (const Size& size : sizes) {
    if (size.value >= size.least) continue;
    return Invalid(fmt::format("{}: is {}, expected at least {}", size.name,
                               size.value, size.least));
  }
  const Checked in = CheckedProduct({p.n, p.c, p.in_h, p.in_w});
  const Checked out = CheckedProduct({p.n, p.c, p.out_h, p.out_w});
  if (in && out) return {};
  return Invalid(fmt::format(
      "n, c, {}: [{}, {}, {}, {}] has more elements than 64 bits can count",
      in ? "out_h, out_w" : "in_h, in_w", p.n, p.c, in ? p.out_h : p.in_h,
      in ? p.out_w : p.in_w));
}

Status CheckExtent(const char* name, const Layout& layout,
                   size_t element_bytes) {
  if (ExtentOf(layout, element_bytes)) return {};
  return Invalid(fmt::format(
      "{}: [{}] over sizes [{}] reach further than 64 bits can count", name,
      fmt::join(layout.strides, ", "), fmt::join(layout.sizes, ", ")));
}

Status CheckDistinct(const char* name, const Layout& layout) {
  if (ElementsAreDistinct(layout)) return {};
  return Invalid(fmt::format(
      "{}: [{}] over sizes [{}] let elements that are written share an "
      "address, expected each stride to pass over what smaller ones span",
      name, fmt::join(layout.strides, ", "), fmt::join(layout.sizes, ", ")));
}

}  // namespace

Status ValidateProblem(const Problem& p) {
  if (Status status = CheckSizes(p); !status.ok()) return status;
  if (p.n == 0 || p.c == 0) return {};
  const size_t bytes = SizeOf(p.dtype);
  const Layout in = InLayout(p);
  const Layout out = OutLayout(p);
  if (Status status = CheckExtent("in_strides", in, bytes); !status.ok()) {
    return status;
  }
  if (Status status = CheckExtent("out_strides", out, bytes); !status.ok()) {
    return status;
  }
  return p.direction == Direction::kForward ? CheckDistinct("out_strides", out)
                                            : CheckDistinct("in_strides", in);
}

}  // namespace backlerp
