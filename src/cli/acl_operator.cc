// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/acl_operator.h"

#include <array>
#include <memory>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"
#include "cli/failure.h"
#include "fmt/core.h"

namespace backlerp::cli {
namespace {

bool IsLackOfMemory(int status) {
  // The runtime's code, and the operators'.
  constexpr int kNoMemory = 561101;
  return status == ACL_ERROR_BAD_ALLOC || status == kNoMemory;
}

void Check(const char* function, int status) {
  if (status == ACL_SUCCESS) return;
  const char* message = aclGetRecentErrMsg();
  throw Failure(IsLackOfMemory(status) ? kIoError : kBadInput,
                fmt::format("--op: {} from {}", status,
                            message != nullptr ? message : function));
}

template <auto kDestroy>
struct Destroyer {
  template <typename T>
  void operator()(T* handle) const {
    kDestroy(handle);
  }
};
template <typename T, auto kDestroy>
using Handle = std::unique_ptr<T, Destroyer<kDestroy>>;
using Tensor = Handle<aclTensor, aclDestroyTensor>;
using IntArray = Handle<aclIntArray, aclDestroyIntArray>;
using Memory = Handle<void, aclrtFree>;

// Started and ended around one operator.
class Session {
 public:
  Session() {
    Check("aclInit", aclInit(nullptr));
    const int status = aclrtSetDevice(0);
    if (status != ACL_SUCCESS) aclFinalize();
    Check("aclrtSetDevice", status);
  }
  ~Session() {
    aclrtResetDevice(0);
    aclFinalize();
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

aclDataType AclTypeOf(DataType dtype) {
  switch (dtype) {
    case DataType::kFloat32:
      return ACL_FLOAT;
    case DataType::kFloat16:
      return ACL_FLOAT16;
    case DataType::kBFloat16:
      return ACL_BF16;
    case DataType::kFloat64:
      return ACL_DOUBLE;
  }
  return ACL_DT_UNDEFINED;
}

using Axes = std::array<int64_t, 4>;

Axes InOrder(bool nhwc, int64_t n, int64_t c, int64_t h, int64_t w) {
  return nhwc ? Axes{n, h, w, c} : Axes{n, c, h, w};
}

// What both phases work on.
struct Arguments {
  AclOperator op;
  const Problem& problem;
  Tensor src;
  Tensor dst;
  IntArray in_size;   // of four numbers
  IntArray out_size;  // of two
};

Tensor MakeTensor(const Problem& p, bool nhwc, bool is_in, void* data) {
  const Strides& s = is_in ? p.in_strides : p.out_strides;
  const Axes dims = InOrder(nhwc, p.n, p.c, is_in ? p.in_h : p.out_h,
                            is_in ? p.in_w : p.out_w);
  const Axes strides = InOrder(nhwc, s.n, s.c, s.h, s.w);
  return Tensor(aclCreateTensor(dims.data(), dims.size(), AclTypeOf(p.dtype),
                                strides.data(), /*offset=*/0,
                                nhwc ? ACL_FORMAT_NHWC : ACL_FORMAT_NCHW,
                                dims.data(), dims.size(), data));
}

aclnnStatus FirstPhase(const Arguments& a, uint64_t* bytes,
                       aclOpExecutor** executor) {
  const Problem& p = a.problem;
  switch (a.op) {
    case AclOperator::kBackwardV2:
      return aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize(
          a.src.get(), a.out_size.get(), a.in_size.get(), p.align_corners,
          p.scale_h, p.scale_w, a.dst.get(), bytes, executor);
    case AclOperator::kBackward:
      return aclnnUpsampleBilinear2dBackwardGetWorkspaceSize(
          a.src.get(), a.out_size.get(), a.in_size.get(), p.align_corners,
          p.scale_h, p.scale_w, a.dst.get(), bytes, executor);
    case AclOperator::kForward:
      return aclnnUpsampleBilinear2dGetWorkspaceSize(
          a.src.get(), a.out_size.get(), p.align_corners, p.scale_h, p.scale_w,
          a.dst.get(), bytes, executor);
  }
  return ACL_ERROR_INVALID_PARAM;
}

aclnnStatus SecondPhase(AclOperator op, void* workspace, uint64_t bytes,
                        aclOpExecutor* executor) {
  switch (op) {
    case AclOperator::kBackwardV2:
      return aclnnUpsampleBilinear2dBackwardV2(workspace, bytes, executor,
                                               /*stream=*/nullptr);
    case AclOperator::kBackward:
      return aclnnUpsampleBilinear2dBackward(workspace, bytes, executor,
                                             /*stream=*/nullptr);
    case AclOperator::kForward:
      return aclnnUpsampleBilinear2d(workspace, bytes, executor,
                                     /*stream=*/nullptr);
  }
  return ACL_ERROR_INVALID_PARAM;
}

void RunBothPhases(const Arguments& arguments) {
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  Check("phase 1", FirstPhase(arguments, &bytes, &executor));
  void* block = nullptr;
  if (bytes > 0) {
    Check("aclrtMalloc", aclrtMalloc(&block, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
  }
  const Memory workspace(block);
  Check("phase 2", SecondPhase(arguments.op, block, bytes, executor));
  Check("aclrtSynchronizeStream", aclrtSynchronizeStream(nullptr));
}

}  // namespace

void RunAclOperator(AclOperator op, const Problem& problem, bool nhwc,
                    const std::byte* src, std::byte* dst) {
  const Session session;
  const bool forward = op == AclOperator::kForward;
  // The C API has no tensors that are only read; src is not written.
  void* readable = const_cast<std::byte*>(src);
  const Axes in =
      InOrder(nhwc, problem.n, problem.c, problem.in_h, problem.in_w);
  const std::array<int64_t, 2> out = {problem.out_h, problem.out_w};
  RunBothPhases({op, problem, MakeTensor(problem, nhwc, forward, readable),
                 MakeTensor(problem, nhwc, !forward, dst),
                 IntArray(aclCreateIntArray(in.data(), in.size())),
                 IntArray(aclCreateIntArray(out.data(), out.size()))});
}

}  // namespace backlerp::cli
