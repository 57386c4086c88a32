// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Where a tensor's elements lie: in phase 1 relative to its address, in phase 2
// in memory.

#ifndef BACKLERP_SRC_ACLNN_VIEW_H_
#define BACKLERP_SRC_ACLNN_VIEW_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "aclnn/call.h"
#include "op/layout.h"

namespace backlerp::aclnn {

// The dimensions of a tensor of rank 4, in its own order.
Layout LayoutOf(const TensorArgument& tensor);

// A tensor as an executor keeps it: the description that phase 1 saw, the
// address of the moment. All distances in bytes from that address.
struct View {
  const char* name = "";
  std::shared_ptr<const Tensor> tensor;
  int64_t element_bytes = 0;
  int64_t origin = 0;  // of element [0, 0, 0, 0]
  int64_t begin = 0;   // of the lowest element
  int64_t end = 0;     // past the highest
};

// 161002 where a distance does not fit 64 bits. No dimension may be 0.
Verdict MakeView(const TensorArgument& tensor, size_t element_bytes,
                 View* view);

// Memory that a run uses.
struct Span {
  const char* name = "";
  uintptr_t begin = 0;
  uintptr_t end = 0;
};

struct Placement {
  void* origin = nullptr;
  Span span;
};

// The view at `address`. 161001 for a null address; 161002 for one that is not
// aligned, or from which the view wraps around or leaves its block of memory.
Verdict Place(const View& view, void* address, Placement* placement);

// If either end of `span`, or `address`, is in a block of aclrtMalloc, all of
// the span must be. Memory that no such function returned passes: on this
// device it is as good as any.
Verdict RequireInBlock(const Span& span, uintptr_t address);

// 161002, in the name of `a`, where the two have a byte in common.
Verdict RequireDisjoint(const Span& a, const Span& b);

}  // namespace backlerp::aclnn

#endif  // BACKLERP_SRC_ACLNN_VIEW_H_
