// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/operator_call.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "tests/support/element.h"

namespace backlerp::test {

std::vector<std::byte> CallResult::Bytes() const {
  return Gather(dtype, layout, storage.data());
}

std::vector<double> CallResult::Values() const {
  return DecodeAll(dtype, Bytes());
}

double CallResult::At(int64_t n, int64_t c, int64_t h, int64_t w) const {
  return Decode(dtype, LoadBits(dtype, storage.data(), layout.At(n, c, h, w)));
}

std::vector<double> CallResult::Plane(int64_t n, int64_t c) const {
  std::vector<double> values;
  for (int64_t h = 0; h < layout.dims[2]; ++h) {
    for (int64_t w = 0; w < layout.dims[3]; ++w) {
      values.push_back(At(n, c, h, w));
    }
  }
  return values;
}

OperatorCall& OperatorCall::From(int64_t h, int64_t w) {
  src_h_ = h;
  src_w_ = w;
  return *this;
}

OperatorCall& OperatorCall::Into(int64_t h, int64_t w) {
  dst_h_ = h;
  dst_w_ = w;
  return *this;
}

OperatorCall& OperatorCall::Batch(int64_t n, int64_t c) {
  n_ = n;
  c_ = c;
  return *this;
}

OperatorCall& OperatorCall::Values(std::vector<double> values) {
  values_ = std::move(values);
  return *this;
}

OperatorCall& OperatorCall::Counting(double first, double step) {
  values_ = {first};
  step_ = step;
  return *this;
}

OperatorCall& OperatorCall::OneHot(const std::array<int64_t, 4>& nchw,
                                   double value) {
  values_ = {value};
  one_hot_ = nchw;
  return *this;
}

OperatorCall& OperatorCall::Bytes(std::vector<std::byte> bytes) {
  bytes_ = std::move(bytes);
  return *this;
}

OperatorCall& OperatorCall::AlignCorners(bool align_corners) {
  align_corners_ = align_corners;
  return *this;
}

OperatorCall& OperatorCall::Scales(double h, double w) {
  scale_h_ = h;
  scale_w_ = w;
  return *this;
}

OperatorCall& OperatorCall::As(DataType dtype) {
  dtype_ = dtype;
  return *this;
}

OperatorCall& OperatorCall::Nhwc() {
  nhwc_ = true;
  return *this;
}

OperatorCall& OperatorCall::SrcStrides(const Strides& strides, int64_t offset) {
  src_placement_ = {strides, offset};
  return *this;
}

OperatorCall& OperatorCall::DstStrides(const Strides& strides, int64_t offset) {
  dst_placement_ = {strides, offset};
  return *this;
}

OperatorCall& OperatorCall::DstStorage(int64_t elements) {
  dst_storage_ = elements;
  return *this;
}

OperatorCall& OperatorCall::DstHolds(int byte) {
  dst_byte_ = byte;
  return *this;
}

Layout OperatorCall::SrcLayout() const {
  const std::array<int64_t, 4> dims = {n_, c_, src_h_, src_w_};
  if (src_placement_) {
    return {dims, src_placement_->strides, src_placement_->offset};
  }
  return nhwc_ ? PackedNhwcLayout(dims) : PackedNchwLayout(dims);
}

Layout OperatorCall::DstLayout() const {
  const std::array<int64_t, 4> dims = {n_, c_, dst_h_, dst_w_};
  if (dst_placement_) {
    return {dims, dst_placement_->strides, dst_placement_->offset};
  }
  return nhwc_ ? PackedNhwcLayout(dims) : PackedNchwLayout(dims);
}

double OperatorCall::ValueAt(int64_t index) const {
  if (one_hot_) {
    const auto [n, c, h, w] = *one_hot_;
    const int64_t hot = ((n * c_ + c) * src_h_ + h) * src_w_ + w;
    return index == hot ? values_[0] : 0;
  }
  const auto in_plane = static_cast<double>(index % (src_h_ * src_w_));
  return values_[static_cast<size_t>(index) % values_.size()] +
         step_ * in_plane;
}

std::vector<std::byte> OperatorCall::SrcStorage() const {
  const Layout layout = SrcLayout();
  std::vector<std::byte> storage(static_cast<size_t>(StorageElements(layout)) *
                                 FormatOf(dtype_).bytes);
  if (!bytes_.empty()) {
    Scatter(dtype_, layout, bytes_, storage.data());
    return storage;
  }
  ForEachElement(layout, [&](int64_t index, int64_t at) {
    StoreBits(dtype_, storage.data(), at, Encode(dtype_, ValueAt(index)));
  });
  return storage;
}

// Everything that a call needs, alive.
struct OperatorCall::Prepared {
  explicit Prepared(const OperatorCall& call)
      : src(call.SrcStorage()),
        dst(static_cast<size_t>(std::max(StorageElements(call.DstLayout()),
                                         call.dst_storage_)) *
            FormatOf(call.dtype_).bytes),
        src_tensor(AclLayout(call.SrcLayout(), call.nhwc_),
                   AclTypeOf(call.dtype_), src.data()),
        dst_tensor(AclLayout(call.DstLayout(), call.nhwc_),
                   AclTypeOf(call.dtype_), dst.data()),
        output_size(call.op_ == Operator::kForward
                        ? std::vector<int64_t>{call.dst_h_, call.dst_w_}
                        : std::vector<int64_t>{call.src_h_, call.src_w_}),
        input_size(AclLayout(call.DstLayout(), call.nhwc_).dims) {
    dst.Fill(call.dst_byte_);
    arguments = {call.op_,         src_tensor.get(),    output_size.get(),
                 input_size.get(), call.align_corners_, call.scale_h_,
                 call.scale_w_,    dst_tensor.get()};
  }

  DeviceBuffer src;
  DeviceBuffer dst;
  TensorHandle src_tensor;
  TensorHandle dst_tensor;
  IntArrayHandle output_size;
  IntArrayHandle input_size;
  OperatorArguments arguments{};
};

CallResult OperatorCall::Run() const { return Run(AclSession()); }

CallResult OperatorCall::Run(const AclSession& session) const {
  const Prepared prepared(*this);
  RunToEnd(prepared.arguments, session);
  return {dtype_, DstLayout(), prepared.dst.Contents()};
}

aclnnStatus OperatorCall::FirstPhaseStatus(
    const AclSession& /*session*/) const {
  const Prepared prepared(*this);
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus status =
      FirstPhase(prepared.arguments, &workspace_size, &executor);
  if (executor != nullptr) aclDestroyAclOpExecutor(executor);
  return status;
}

uint64_t OperatorCall::WorkspaceSize(const AclSession& /*session*/) const {
  const Prepared prepared(*this);
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  ThrowUnlessSuccess(FirstPhase(prepared.arguments, &workspace_size, &executor),
                     "first phase");
  aclDestroyAclOpExecutor(executor);
  return workspace_size;
}

aclDataType AclTypeOf(DataType dtype) {
  switch (dtype) {
    case DataType::kFloat16:
      return ACL_FLOAT16;
    case DataType::kBFloat16:
      return ACL_BF16;
    case DataType::kFloat64:
      return ACL_DOUBLE;
    case DataType::kFloat32:
      break;
  }
  return ACL_FLOAT;
}

TensorLayout AclLayout(const Layout& layout, bool nhwc) {
  const auto [n, c, h, w] = layout.dims;
  const Strides& s = layout.strides;
  if (nhwc) {
    return {{n, h, w, c}, {s.n, s.h, s.w, s.c}, layout.offset, ACL_FORMAT_NHWC};
  }
  return {{n, c, h, w}, {s.n, s.c, s.h, s.w}, layout.offset, ACL_FORMAT_NCHW};
}

}  // namespace backlerp::test
