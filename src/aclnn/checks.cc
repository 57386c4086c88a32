// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "aclnn/checks.h"

#include <algorithm>

#include "aclnn/names.h"
#include "aclnn/view.h"
#include "base/checked.h"
#include "fmt/core.h"

namespace backlerp::aclnn {
namespace {

// The vendor's document gives these for the gradient; past them the chip's
// kernels count wrong.
constexpr int64_t kMaxDim = int64_t{1} << 20;
constexpr int64_t kRowsLimit = int64_t{1} << 31;     // N * C * out_h
constexpr int64_t kBytesLimit = int64_t{60} << 30;   // as float32
constexpr int64_t kBytesPerElement = sizeof(float);  // for any type

std::array<int64_t, 4> InOrder(Axes axes, int64_t n, int64_t c, int64_t h,
                               int64_t w) {
  std::array<int64_t, 4> dims{};
  dims[static_cast<size_t>(axes.n)] = n;
  dims[static_cast<size_t>(axes.c)] = c;
  dims[static_cast<size_t>(axes.h)] = h;
  dims[static_cast<size_t>(axes.w)] = w;
  return dims;
}

bool IsSupported(aclDataType dtype, bool bf16) {
  return dtype == ACL_FLOAT || dtype == ACL_FLOAT16 ||
         (bf16 && dtype == ACL_BF16);
}

Verdict RequireDims(const TensorArgument& tensor) {
  for (size_t i = 0; i < tensor.dims().size(); ++i) {
    const int64_t dim = tensor.dims()[i];
    if (dim >= 0 && dim <= kMaxDim) continue;
    return Unexpected(tensor.name, fmt::format("dimension {}", i),
                      fmt::format("{}", dim), fmt::format("0 to {}", kMaxDim));
  }
  return {};
}

std::string ToText(Checked number) {
  return number ? fmt::format("{}", *number) : "more than 64 bits hold";
}

Verdict RequireBelow(const char* argument, const char* property, Checked given,
                     int64_t limit) {
  if (given && *given < limit) return {};
  return Unexpected(argument, property, ToText(given),
                    fmt::format("less than {}", limit));
}

}  // namespace

Verdict Resolve(TensorArgument* tensor, aclnnStatus null_code) {
  BACKLERP_RETURN_IF_FAILED(
      Find(tensor->name, tensor->handle, &tensor->tensor, {.null = null_code}));
  tensor->description = tensor->tensor->GetDescription();
  return {};
}

Verdict Resolve(IntArrayArgument* array, aclnnStatus null_code) {
  std::shared_ptr<IntArray> object;
  BACKLERP_RETURN_IF_FAILED(
      Find(array->name, array->handle, &object, {.null = null_code}));
  array->values = object->values;
  return {};
}

Verdict RequireRank4(const TensorArgument& tensor) {
  const size_t rank = tensor.dims().size();
  if (rank == 4) return {};
  return Unexpected(tensor.name, "rank", fmt::format("{}", rank), "4");
}

Verdict RequireLength(const IntArrayArgument& array, size_t length) {
  if (array.values.size() == length) return {};
  return Unexpected(array.name, "length",
                    fmt::format("{}", array.values.size()),
                    fmt::format("{}", length));
}

Verdict RequireImageFormat(const TensorArgument& tensor) {
  const aclFormat format = tensor.description.format;
  if (format == ACL_FORMAT_NCHW || format == ACL_FORMAT_NHWC) return {};
  return Unexpected(tensor.name, "format", NameOf(format),
                    "ACL_FORMAT_NCHW or ACL_FORMAT_NHWC");
}

Verdict RequireSameFormat(const TensorArgument& tensor,
                          const TensorArgument& model) {
  const aclFormat given = tensor.description.format;
  const aclFormat expected = model.description.format;
  if (given == expected) return {};
  return Unexpected(tensor.name, "format", NameOf(given),
                    fmt::format("{} as in {}", NameOf(expected), model.name));
}

Verdict RequireDtype(const TensorArgument& tensor, bool bf16) {
  const aclDataType dtype = tensor.description.dtype;
  if (IsSupported(dtype, bf16)) return {};
  return Unexpected(
      tensor.name, "data type", NameOf(dtype),
      bf16 ? "ACL_FLOAT, ACL_FLOAT16 or ACL_BF16" : "ACL_FLOAT or ACL_FLOAT16");
}

Verdict RequireSameDtype(const TensorArgument& tensor,
                         const TensorArgument& model) {
  const aclDataType given = tensor.description.dtype;
  const aclDataType expected = model.description.dtype;
  if (given == expected) return {};
  return Unexpected(tensor.name, "data type", NameOf(given),
                    fmt::format("{} as in {}", NameOf(expected), model.name));
}

Sizes SizesOf(const IntArrayArgument& input_size,
              const IntArrayArgument& output_size, aclFormat format) {
  const Axes axes = AxesOf(format);
  return {.n = input_size[axes.n],
          .c = input_size[axes.c],
          .in_h = input_size[axes.h],
          .in_w = input_size[axes.w],
          .out_h = output_size[0],
          .out_w = output_size[1]};
}

Verdict RequirePositive(const Call& call) {
  struct Extent {
    const char* argument;
    const char* axis;
    int64_t value;
  };
  const Extent extents[] = {
      {call.input_size.name, "H", call.sizes.in_h},
      {call.input_size.name, "W", call.sizes.in_w},
      {call.output_size.name, "H", call.sizes.out_h},
      {call.output_size.name, "W", call.sizes.out_w},
  };
  for (const Extent& extent : extents) {
    if (extent.value > 0) continue;
    return Unexpected(extent.argument, extent.axis,
                      fmt::format("{}", extent.value), "at least 1");
  }
  return {};
}

Verdict RequireShape(const TensorArgument& tensor, int64_t n, int64_t c,
                     int64_t h, int64_t w, const char* source) {
  const std::array<int64_t, 4> expected =
      InOrder(AxesOf(tensor.description.format), n, c, h, w);
  if (std::equal(expected.begin(), expected.end(), tensor.dims().begin(),
                 tensor.dims().end())) {
    return {};
  }
  return Unexpected(tensor.name, "shape", aclnn::ToText(tensor.dims()),
                    fmt::format("{} by {}", aclnn::ToText(expected), source));
}

Verdict RequireNotNegative(const char* scale_name, double scale) {
  if (!(scale < 0)) return {};
  return Unexpected(scale_name, "value", fmt::format("{}", scale), "0 or more");
}

Verdict RequireLimits(const Call& call) {
  BACKLERP_RETURN_IF_FAILED(RequireDims(call.src));
  BACKLERP_RETURN_IF_FAILED(RequireDims(call.dst));
  const Sizes& s = call.sizes;
  BACKLERP_RETURN_IF_FAILED(RequireBelow(call.src.name, "N * C * output H",
                                         CheckedProduct({s.n, s.c, s.out_h}),
                                         kRowsLimit));
  const Checked elements =
      CheckedAdd(CheckedAdd(CheckedProduct({s.out_h, s.out_w}),
                            CheckedProduct({s.in_h, s.in_w})),
                 CheckedProduct({s.out_h, s.in_w}));
  const Checked bytes = CheckedMul(
      CheckedMul(elements, CheckedProduct({s.n, s.c})), kBytesPerElement);
  return RequireBelow(call.src.name,
                      "size with out and the image between them in bytes",
                      bytes, kBytesLimit);
}

Verdict RequireDistinctElements(const TensorArgument& tensor) {
  if (ElementsAreDistinct(LayoutOf(tensor))) return {};
  return Unexpected(tensor.name, "stride list",
                    aclnn::ToText(tensor.description.strides),
                    fmt::format("an address of its own for each element of {}",
                                aclnn::ToText(tensor.dims())));
}

}  // namespace backlerp::aclnn
