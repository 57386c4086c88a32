// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The memory that a strided tensor occupies.

#ifndef BACKLERP_SRC_OP_LAYOUT_H_
#define BACKLERP_SRC_OP_LAYOUT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "backlerp/problem.h"

namespace backlerp {

// A tensor's four sizes with the distance between neighbours along each.
struct Layout {
  std::array<int64_t, 4> sizes;
  std::array<int64_t, 4> strides;
};

Layout InLayout(const Problem& problem);
Layout OutLayout(const Problem& problem);

// The offsets of the lowest and of the highest element, in elements relative to
// element [0, 0, 0, 0]: lowest <= 0 <= highest.
struct Extent {
  int64_t lowest;
  int64_t highest;
};

// nullopt where an offset, counted in bytes of elements of `element_bytes`,
// leaves 64 bits. The sizes must be positive.
std::optional<Extent> ExtentOf(const Layout& layout, size_t element_bytes);

// Whether no two elements share an address. Sufficient, not necessary: true
// where, from the smallest stride up, each stride passes over all that the
// smaller ones span. Layouts that interleave otherwise are told apart by
// nobody.
bool ElementsAreDistinct(const Layout& layout);

}  // namespace backlerp

#endif  // BACKLERP_SRC_OP_LAYOUT_H_
