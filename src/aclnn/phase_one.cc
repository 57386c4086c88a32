// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Phase 1: checks, then the problem, then its plan. Touches no tensor data.

#include <algorithm>
#include <memory>
#include <utility>

#include "aclnn/boundary.h"
#include "aclnn/checks.h"
#include "aclnn/executor.h"
#include "aclnn/names.h"
#include "base/fp_mode.h"
#include "base/log.h"

namespace backlerp::aclnn {
namespace {

// The checks let no other type through.
DataType DataTypeOf(aclDataType dtype) {
  if (dtype == ACL_FLOAT16) return DataType::kFloat16;
  if (dtype == ACL_BF16) return DataType::kBFloat16;
  return DataType::kFloat32;
}

Strides StridesOf(const TensorArgument& tensor) {
  const Axes axes = AxesOf(tensor.description.format);
  const auto stride = [&](int axis) {
    return tensor.description.strides[static_cast<size_t>(axis)];
  };
  return {stride(axes.n), stride(axes.c), stride(axes.h), stride(axes.w)};
}

Problem MakeProblem(const Operator& op, const Call& call,
                    const ScaleChoice& scales) {
  const bool forward = op.direction == Direction::kForward;
  Problem problem;
  problem.direction = op.direction;
  problem.dtype = DataTypeOf(call.src.description.dtype);
  problem.n = call.sizes.n;
  problem.c = call.sizes.c;
  problem.in_h = call.sizes.in_h;
  problem.in_w = call.sizes.in_w;
  problem.out_h = call.sizes.out_h;
  problem.out_w = call.sizes.out_w;
  problem.align_corners = call.align_corners;
  problem.scale_h = scales.scale_h;
  problem.scale_w = scales.scale_w;
  problem.in_strides = StridesOf(forward ? call.src : call.dst);
  problem.out_strides = StridesOf(forward ? call.dst : call.src);
  return problem;
}

aclnnStatus CodeOf(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return ACLNN_SUCCESS;
    case StatusCode::kInvalidArgument:
      return ACLNN_ERR_PARAM_INVALID;
    case StatusCode::kUnsupported:
      return ACLNN_ERR_INNER_FIND_KERNEL_ERROR;
    case StatusCode::kOutOfMemory:
      return ACLNN_ERR_INNER_CREATE_EXECUTOR;
  }
  return ACLNN_ERR_INNER;
}

// Addresses may still change, so phase 2 looks again; what is wrong already is
// better told here.
Verdict RequireDisjointNow(const View& dst, const View& src) {
  void* const dst_address = dst.tensor->address();
  void* const src_address = src.tensor->address();
  if (dst_address == nullptr || src_address == nullptr) return {};
  Placement to;
  Placement from;
  // Other faults of the addresses are for phase 2 to report.
  if (!Place(dst, dst_address, &to).ok()) return {};
  if (!Place(src, src_address, &from).ok()) return {};
  return RequireDisjoint(to.span, from.span);
}

Verdict MakeViews(const Call& call, Executor* executor) {
  const size_t bytes = SizeOf(DataTypeOf(call.src.description.dtype));
  BACKLERP_RETURN_IF_FAILED(MakeView(call.src, bytes, &executor->src));
  BACKLERP_RETURN_IF_FAILED(MakeView(call.dst, bytes, &executor->dst));
  BACKLERP_RETURN_IF_FAILED(RequireDistinctElements(call.dst));
  return RequireDisjointNow(executor->dst, executor->src);
}

Verdict MakePlan(const Operator& op, const Call& call,
                 const ScaleChoice& scales, Plan* plan) {
  PlanOptions options;
  options.kernel = GetOptions().kernel;
  const Status status =
      Plan::Create(MakeProblem(op, call, scales), options, plan);
  if (status.ok() || options.kernel.empty()) {
    return {CodeOf(status.code()), status.message()};
  }
  return {CodeOf(status.code()), fmt::format("with BACKLERP_KERNEL={}: {}",
                                             options.kernel, status.message())};
}

void LogCall(const Operator& op, const Call& call, const ScaleChoice& scales,
             const Plan& plan) {
  if (scales.fell_back) {
    Log(LogLevel::kWarn, "{}: {}; the sizes decide on both axes", op.name,
        scales.fault.message);
  }
  if (!LogEnabled(LogLevel::kInfo)) return;
  Log(LogLevel::kInfo,
      "{}: {} {} -> {} {}, {}, {}, alignCorners {}, scales {} and {} ({}), "
      "kernel {}, {} thread(s), workspace of {} bytes",
      op.name, call.src.name, ToText(call.src.dims()), call.dst.name,
      ToText(call.dst.dims()), NameOf(call.src.description.dtype),
      NameOf(call.src.description.format), call.align_corners, call.scale_h,
      call.scale_w, scales.reason, plan.kernel(), plan.threads(),
      plan.workspace_bytes());
}

Verdict MakeExecutor(const Operator& op, Call* call, Executor* executor) {
  executor->op = &op;
  BACKLERP_RETURN_IF_FAILED(op.check(call));
  const auto& dims = call->dst.dims();
  executor->empty = std::find(dims.begin(), dims.end(), 0) != dims.end();
  if (executor->empty) {
    Log(LogLevel::kInfo, "{}: {} is empty, nothing to do", op.name,
        call->dst.name);
    return {};
  }
  BACKLERP_RETURN_IF_FAILED(MakeViews(*call, executor));
  const ScaleChoice scales =
      ChooseScales(*(CurrentProfile().*op.scales), *call);
  if (GetOptions().strict) BACKLERP_RETURN_IF_FAILED(scales.fault);
  BACKLERP_RETURN_IF_FAILED(MakePlan(op, *call, scales, &executor->plan));
  LogCall(op, *call, scales, executor->plan);
  return {};
}

}  // namespace

aclnnStatus PhaseOne(const Operator& op, Call call, uint64_t* workspace_size,
                     aclOpExecutor** executor) noexcept {
  const auto body = [&]() -> Verdict {
    // The choice of scales must not feel the caller's rounding mode.
    const ScopedDefaultFpMode fp_mode;
    if (workspace_size == nullptr) return IsNull("workspaceSize");
    if (executor == nullptr) return IsNull("executor");
    auto made = std::make_shared<Executor>();
    BACKLERP_RETURN_IF_FAILED(MakeExecutor(op, &call, made.get()));
    const uint64_t bytes = made->plan.workspace_bytes();
    *executor = Handles<Executor>().Insert(std::move(made));
    *workspace_size = bytes;
    return {};
  };
  return Guarded(op.phase_1_name, body, ACLNN_ERR_INNER_CREATE_EXECUTOR);
}

}  // namespace backlerp::aclnn
