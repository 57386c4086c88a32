// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "aclnn/view.h"

#include <algorithm>
#include <optional>

#include "aclnn/names.h"
#include "base/checked.h"
#include "fmt/core.h"
#include "runtime/runtime.h"

namespace backlerp::aclnn {
namespace {

std::string Hex(uintptr_t address) { return fmt::format("{:#x}", address); }

std::string ToText(const Span& span) {
  return fmt::format("[{:#x}, {:#x})", span.begin, span.end);
}

// address + offset, as an address; nullopt where it is none.
std::optional<uintptr_t> Advance(uintptr_t address, int64_t offset) {
  const Checked sum = CheckedAdd(static_cast<int64_t>(address), offset);
  if (!sum || *sum < 0) return std::nullopt;
  return static_cast<uintptr_t>(*sum);
}

std::optional<runtime::MemoryBlock> FindBlock(uintptr_t address) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): looked up, not followed
  return runtime::FindBlock(reinterpret_cast<const void*>(address));
}

}  // namespace

Layout LayoutOf(const TensorArgument& tensor) {
  Layout layout{};
  std::copy_n(tensor.dims().begin(), layout.sizes.size(), layout.sizes.begin());
  std::copy_n(tensor.description.strides.begin(), layout.strides.size(),
              layout.strides.begin());
  return layout;
}

Verdict MakeView(const TensorArgument& tensor, size_t element_bytes,
                 View* view) {
  const auto bytes = static_cast<int64_t>(element_bytes);
  const auto extent = ExtentOf(LayoutOf(tensor), element_bytes);
  const int64_t offset = tensor.description.offset;
  if (extent) {
    const Checked origin = CheckedMul(offset, bytes);
    const Checked begin = CheckedMul(CheckedAdd(offset, extent->lowest), bytes);
    const Checked last = CheckedAdd(offset, extent->highest);
    const Checked end = CheckedMul(CheckedAdd(last, 1), bytes);
    if (origin && begin && end) {
      *view = {tensor.name, tensor.tensor, bytes, *origin, *begin, *end};
      return {};
    }
  }
  return Unexpected(tensor.name, "stride list",
                    fmt::format("{} at offset {} over {}",
                                aclnn::ToText(tensor.description.strides),
                                offset, aclnn::ToText(tensor.dims())),
                    "one that stays within 64 bits");
}

Verdict Place(const View& view, void* address, Placement* placement) {
  if (address == nullptr) return IsNull(view.name);
  const auto base = reinterpret_cast<uintptr_t>(address);
  if (base % static_cast<uintptr_t>(view.element_bytes) != 0) {
    return Unexpected(view.name, "address", Hex(base),
                      fmt::format("a multiple of {}", view.element_bytes));
  }
  const auto origin = Advance(base, view.origin);
  const auto begin = Advance(base, view.begin);
  const auto end = Advance(base, view.end);
  if (!origin || !begin || !end) {
    return Unexpected(view.name, "address", Hex(base),
                      fmt::format("one from which bytes {} to {} are memory",
                                  view.begin, view.end));
  }
  const Span span = {view.name, *begin, *end};
  BACKLERP_RETURN_IF_FAILED(RequireInBlock(span, base));
  *placement = {static_cast<std::byte*>(address) + view.origin, span};
  return {};
}

Verdict RequireInBlock(const Span& span, uintptr_t address) {
  for (const uintptr_t inside : {address, span.begin, span.end - 1}) {
    const auto block = FindBlock(inside);
    if (!block) continue;
    const Span bounds = {span.name, block->address,
                         block->address + block->bytes};
    if (bounds.begin <= span.begin && span.end <= bounds.end) return {};
    return Unexpected(
        span.name, "memory", ToText(span),
        fmt::format("a part of the allocated block {} of {} bytes",
                    ToText(bounds), block->bytes));
  }
  return {};
}

Verdict RequireDisjoint(const Span& a, const Span& b) {
  if (a.end <= b.begin || b.end <= a.begin) return {};
  return Unexpected(a.name, "memory", ToText(a),
                    fmt::format("no overlap with {} at {}", b.name, ToText(b)));
}

}  // namespace backlerp::aclnn
