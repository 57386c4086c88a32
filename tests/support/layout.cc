// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/layout.h"

#include <algorithm>
#include <cstring>

#include "tests/support/element.h"

namespace backlerp::test {
namespace {

// Copies of elements whose size the compiler knows are much faster.
template <size_t kBytes>
void ScatterElements(const Layout& layout, const std::byte* packed,
                     std::byte* storage) {
  ForEachElement(layout, [&](int64_t index, int64_t at) {
    std::memcpy(storage + at * int64_t{kBytes},
                packed + index * int64_t{kBytes}, kBytes);
  });
}

template <size_t kBytes>
void GatherElements(const Layout& layout, const std::byte* storage,
                    std::byte* packed) {
  ForEachElement(layout, [&](int64_t index, int64_t at) {
    std::memcpy(packed + index * int64_t{kBytes},
                storage + at * int64_t{kBytes}, kBytes);
  });
}

}  // namespace

Layout PackedNchwLayout(const std::array<int64_t, 4>& dims) {
  const auto [n, c, h, w] = dims;
  return {dims, {c * h * w, h * w, w, 1}, 0};
}

Layout PackedNhwcLayout(const std::array<int64_t, 4>& dims) {
  const auto [n, c, h, w] = dims;
  return {dims, {c * h * w, 1, w * c, c}, 0};
}

int64_t StorageElements(const Layout& layout) {
  if (layout.size() == 0) return 0;
  const auto reach = [](int64_t stride, int64_t extent) {
    return std::max<int64_t>(stride * (extent - 1), 0);
  };
  return layout.offset + reach(layout.strides.n, layout.dims[0]) +
         reach(layout.strides.c, layout.dims[1]) +
         reach(layout.strides.h, layout.dims[2]) +
         reach(layout.strides.w, layout.dims[3]) + 1;
}

void Scatter(DataType dtype, const Layout& layout,
             const std::vector<std::byte>& packed, std::byte* storage) {
  const size_t bytes = FormatOf(dtype).bytes;
  const auto scatter = bytes == 2   ? ScatterElements<2>
                       : bytes == 4 ? ScatterElements<4>
                                    : ScatterElements<8>;
  scatter(layout, packed.data(), storage);
}

std::vector<std::byte> Gather(DataType dtype, const Layout& layout,
                              const std::byte* storage) {
  const size_t bytes = FormatOf(dtype).bytes;
  std::vector<std::byte> packed(static_cast<size_t>(layout.size()) * bytes);
  const auto gather = bytes == 2   ? GatherElements<2>
                      : bytes == 4 ? GatherElements<4>
                                   : GatherElements<8>;
  gather(layout, storage, packed.data());
  return packed;
}

bool GapsHold(DataType dtype, const Layout& layout,
              const std::vector<std::byte>& storage, std::byte fill) {
  std::vector<bool> is_element(storage.size(), false);
  const auto bytes = static_cast<int64_t>(FormatOf(dtype).bytes);
  ForEachElement(layout, [&](int64_t /*index*/, int64_t at) {
    std::fill_n(is_element.begin() + at * bytes, bytes, true);
  });
  for (size_t i = 0; i < storage.size(); ++i) {
    if (!is_element[i] && storage[i] != fill) return false;
  }
  return true;
}

}  // namespace backlerp::test
