// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Where the elements of an n x c x h x w tensor lie. "Packed" bytes are always
// the elements in NCHW order without gaps, whatever the layout.

#ifndef BACKLERP_TESTS_SUPPORT_LAYOUT_H_
#define BACKLERP_TESTS_SUPPORT_LAYOUT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "backlerp/problem.h"

namespace backlerp::test {

struct Layout {
  std::array<int64_t, 4> dims;  // n, c, h, w
  Strides strides;
  int64_t offset = 0;  // of element [0, 0, 0, 0], in elements

  int64_t size() const { return dims[0] * dims[1] * dims[2] * dims[3]; }
  int64_t At(int64_t n, int64_t c, int64_t h, int64_t w) const {
    return offset + n * strides.n + c * strides.c + h * strides.h +
           w * strides.w;
  }
};

Layout PackedNchwLayout(const std::array<int64_t, 4>& dims);
Layout PackedNhwcLayout(const std::array<int64_t, 4>& dims);

// The number of elements from the storage's start through the last element.
int64_t StorageElements(const Layout& layout);

// Calls visit(index of the packed element, index in the storage) in NCHW order.
template <typename Visit>
void ForEachElement(const Layout& layout, const Visit& visit) {
  int64_t index = 0;
  for (int64_t n = 0; n < layout.dims[0]; ++n) {
    for (int64_t c = 0; c < layout.dims[1]; ++c) {
      for (int64_t h = 0; h < layout.dims[2]; ++h) {
        for (int64_t w = 0; w < layout.dims[3]; ++w) {
          visit(index++, layout.At(n, c, h, w));
        }
      }
    }
  }
}

void Scatter(DataType dtype, const Layout& layout,
             const std::vector<std::byte>& packed, std::byte* storage);
std::vector<std::byte> Gather(DataType dtype, const Layout& layout,
                              const std::byte* storage);

// Whether every byte of the storage that is no element of the layout is `fill`.
bool GapsHold(DataType dtype, const Layout& layout,
              const std::vector<std::byte>& storage, std::byte fill);

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_SUPPORT_LAYOUT_H_
