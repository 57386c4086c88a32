// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// One call of an operator through the C API, written as a sentence:
//
//   EXPECT_THAT(V2().Counting(1).From(6, 6).Into(3, 3).AlignCorners().Run()
//                   .Values(),
//               ElementsAre(...));

#ifndef BACKLERP_TESTS_SUPPORT_OPERATOR_CALL_H_
#define BACKLERP_TESTS_SUPPORT_OPERATOR_CALL_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "backlerp/problem.h"
#include "tests/support/acl_session.h"
#include "tests/support/layout.h"

namespace backlerp::test {

// What a call has written. Values and bytes are in NCHW order; `storage` is all
// of the output's memory as it lies.
struct CallResult {
  DataType dtype;
  Layout layout;
  std::vector<std::byte> storage;

  std::vector<double> Values() const;
  std::vector<std::byte> Bytes() const;
  double At(int64_t n, int64_t c, int64_t h, int64_t w) const;
  std::vector<double> Plane(int64_t n, int64_t c) const;
};

// fp32, one packed NCHW plane, not alignCorners, scales 0, unless said.
class OperatorCall {
 public:
  explicit OperatorCall(Operator op) : op_(op) {}

  // The image that is read, and the one that is written.
  OperatorCall& From(int64_t h, int64_t w);
  OperatorCall& Into(int64_t h, int64_t w);
  OperatorCall& Batch(int64_t n, int64_t c);

  // The elements that are read, in NCHW order and rounded to the type; fewer
  // than there are elements repeat from the start.
  OperatorCall& Values(std::vector<double> values);
  OperatorCall& Ones() { return Values({1}); }
  // first, first + step, ... in every plane.
  OperatorCall& Counting(double first, double step = 1);
  // 0 everywhere but for `value` at one place.
  OperatorCall& OneHot(const std::array<int64_t, 4>& nchw, double value = 1);
  // The elements as bytes, in NCHW order.
  OperatorCall& Bytes(std::vector<std::byte> bytes);

  OperatorCall& AlignCorners(bool align_corners = true);
  OperatorCall& Scales(double h, double w);
  OperatorCall& Scale(double both) { return Scales(both, both); }
  OperatorCall& As(DataType dtype);
  // Tensors and inputSize in N, H, W, C order, packed unless strides are given.
  OperatorCall& Nhwc();
  OperatorCall& SrcStrides(const Strides& strides, int64_t offset = 0);
  OperatorCall& DstStrides(const Strides& strides, int64_t offset = 0);
  // At least this many elements of output memory.
  OperatorCall& DstStorage(int64_t elements);
  // What the output's memory holds before (0xA5 in every byte unless said).
  OperatorCall& DstHolds(int byte);

  // Runs both phases; throws where either fails. The session is a fresh one
  // unless given.
  CallResult Run() const;
  CallResult Run(const AclSession& session) const;
  // The first phase alone: its status, or the workspace that it asks for.
  aclnnStatus FirstPhaseStatus(const AclSession& session) const;
  uint64_t WorkspaceSize(const AclSession& session) const;

 private:
  struct Prepared;

  Layout SrcLayout() const;
  Layout DstLayout() const;
  std::vector<std::byte> SrcStorage() const;
  double ValueAt(int64_t index) const;

  Operator op_;
  DataType dtype_ = DataType::kFloat32;
  int64_t n_ = 1;
  int64_t c_ = 1;
  int64_t src_h_ = 1;
  int64_t src_w_ = 1;
  int64_t dst_h_ = 1;
  int64_t dst_w_ = 1;
  bool align_corners_ = false;
  double scale_h_ = 0;
  double scale_w_ = 0;
  bool nhwc_ = false;
  struct Placement {
    Strides strides;
    int64_t offset;
  };
  std::optional<Placement> src_placement_;
  std::optional<Placement> dst_placement_;
  int64_t dst_storage_ = 0;
  int dst_byte_ = 0xA5;
  std::vector<double> values_ = {0};
  double step_ = 0;
  std::optional<std::array<int64_t, 4>> one_hot_;
  std::vector<std::byte> bytes_;
};

inline OperatorCall V2() { return OperatorCall(Operator::kV2); }
inline OperatorCall V1() { return OperatorCall(Operator::kV1); }
inline OperatorCall Forward() { return OperatorCall(Operator::kForward); }

aclDataType AclTypeOf(DataType dtype);

// `layout` as a tensor of the C API with its dims in the format's order.
TensorLayout AclLayout(const Layout& layout, bool nhwc);

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_SUPPORT_OPERATOR_CALL_H_
