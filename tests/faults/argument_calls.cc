// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Tensors, arrays, scalars, lists and executors.

#include <utility>

#include "aclnn/aclnn_base.h"
#include "opdev/op_errno.h"
#include "tests/faults/api_call.h"

namespace backlerp::test {
namespace {

constexpr Layer kNn = Layer::kArguments;
constexpr bool kAllocates = true;
constexpr bool kDoesNot = false;
constexpr int kBad = ACLNN_ERR_PARAM_INVALID;
constexpr int kNoTensor = ACLNN_ERR_INNER_NULLPTR;

#define CALL(...) BACKLERP_CALL(kNn, __VA_ARGS__)
#define EXPRESSION(...) BACKLERP_EXPRESSION(kNn, __VA_ARGS__)

// An address that is no handle.
template <typename Handle>
Handle* NoHandle(World* world) {
  return reinterpret_cast<Handle*>(world);
}

constexpr int64_t kDims[] = {1, 2, 3, 4};

std::vector<ApiCall> Creates() {
  static const bool truth[] = {true, false};
  static float numbers[] = {1, 2};
  return {
      EXPRESSION(kNothing, kAllocates, 0, aclCreateTensor,
                 Keep(aclCreateTensor(kDims, 4, ACL_FLOAT, nullptr, 0,
                                      ACL_FORMAT_NCHW, kDims, 4, &w),
                      &w.out.tensor)),
      EXPRESSION(kNothing, kAllocates, kNull, aclCreateTensor,
                 Keep(aclCreateTensor(nullptr, 4, ACL_FLOAT, nullptr, 0,
                                      ACL_FORMAT_NCHW, kDims, 4, &w),
                      &w.out.tensor)),
      EXPRESSION(kNothing, kAllocates, 0, aclCreateScalar,
                 Keep(aclCreateScalar(numbers, ACL_FLOAT), &w.out.scalar)),
      EXPRESSION(kNothing, kAllocates, kNull, aclCreateScalar,
                 Keep(aclCreateScalar(nullptr, ACL_FLOAT), &w.out.scalar)),
      EXPRESSION(kNothing, kAllocates, 0, aclCreateIntArray,
                 Keep(aclCreateIntArray(kDims, 4), &w.out.int_array)),
      EXPRESSION(kNothing, kAllocates, 0, aclCreateFloatArray,
                 Keep(aclCreateFloatArray(numbers, 2), &w.out.float_array)),
      EXPRESSION(kNothing, kAllocates, 0, aclCreateBoolArray,
                 Keep(aclCreateBoolArray(truth, 2), &w.out.bool_array)),
      EXPRESSION(kTensors, kAllocates, 0, aclCreateTensorList,
                 [&] {
                   // A list would own the tensor.
                   const aclTensor* none = nullptr;
                   return Keep(aclCreateTensorList(&none, 1),
                               &w.out.tensor_list);
                 }()),
      EXPRESSION(kNothing, kAllocates, 0, aclCreateScalarList,
                 [&] {
                   const aclScalar* none = nullptr;
                   return Keep(aclCreateScalarList(&none, 1),
                               &w.out.scalar_list);
                 }()),
  };
}

std::vector<ApiCall> Destroys() {
  return {
      EXPRESSION(kTensors, kDoesNot, 0, aclDestroyTensor,
                 aclDestroyTensor(std::exchange(w.grad_in, nullptr))),
      CALL(kNothing, kAllocates, kBad, aclDestroyTensor,
           NoHandle<aclTensor>(&w)),
      EXPRESSION(kScalar, kDoesNot, 0, aclDestroyScalar,
                 aclDestroyScalar(std::exchange(w.scalar, nullptr))),
      CALL(kNothing, kAllocates, kBad, aclDestroyScalar,
           NoHandle<aclScalar>(&w)),
      EXPRESSION(kArrays, kDoesNot, 0, aclDestroyIntArray,
                 aclDestroyIntArray(std::exchange(w.in_size, nullptr))),
      CALL(kNothing, kAllocates, kBad, aclDestroyIntArray,
           NoHandle<aclIntArray>(&w)),
      CALL(kNothing, kAllocates, kBad, aclDestroyFloatArray,
           NoHandle<aclFloatArray>(&w)),
      CALL(kNothing, kAllocates, kBad, aclDestroyBoolArray,
           NoHandle<aclBoolArray>(&w)),
      EXPRESSION(kLists, kDoesNot, 0, aclDestroyTensorList,
                 aclDestroyTensorList(std::exchange(w.tensors, nullptr))),
      CALL(kNothing, kAllocates, kBad, aclDestroyTensorList,
           NoHandle<aclTensorList>(&w)),
      EXPRESSION(kLists, kDoesNot, 0, aclDestroyScalarList,
                 aclDestroyScalarList(std::exchange(w.scalars, nullptr))),
      CALL(kNothing, kAllocates, kBad, aclDestroyScalarList,
           NoHandle<aclScalarList>(&w)),
  };
}

std::vector<ApiCall> Getters() {
  return {
      CALL(kTensors, kAllocates, 0, aclGetViewShape, w.grad_out, &w.out.dims,
           &w.out.size),
      CALL(kTensors, kAllocates, 0, aclGetStorageShape, w.grad_out, &w.out.dims,
           &w.out.size),
      CALL(kTensors, kAllocates, 0, aclGetViewStrides, w.grad_out, &w.out.dims,
           &w.out.size),
      CALL(kNothing, kAllocates, kBad, aclGetViewShape, NoHandle<aclTensor>(&w),
           &w.out.dims, &w.out.size),
      CALL(kTensors, kAllocates, 0, aclGetViewOffset, w.grad_out, &w.out.value),
      CALL(kTensors, kAllocates, 0, aclGetFormat, w.grad_out, &w.out.format),
      CALL(kTensors, kAllocates, 0, aclGetDataType, w.grad_out, &w.out.dtype),
      CALL(kArrays, kDoesNot, 0, aclGetIntArraySize, w.in_size, &w.out.size),
      CALL(kNothing, kAllocates, kBad, aclGetIntArraySize,
           NoHandle<aclIntArray>(&w), &w.out.size),
      CALL(kArrays, kDoesNot, 0, aclGetFloatArraySize, w.floats, &w.out.size),
      CALL(kArrays, kDoesNot, 0, aclGetBoolArraySize, w.bools, &w.out.size),
      CALL(kLists, kDoesNot, 0, aclGetTensorListSize, w.tensors, &w.out.size),
      CALL(kLists, kDoesNot, 0, aclGetScalarListSize, w.scalars, &w.out.size),
      CALL(kTensors, kDoesNot, 0, aclGetRawTensorAddr, w.grad_out,
           &w.out.pointer),
      CALL(kNothing, kAllocates, kBad, aclGetRawTensorAddr,
           NoHandle<aclTensor>(&w), &w.out.pointer),
  };
}

std::vector<ApiCall> Changes() {
  return {
      CALL(kTensors, kAllocates, 0, aclInitTensor, w.grad_out, kDims, 4,
           ACL_FLOAT, nullptr, 1, ACL_FORMAT_NCHW, kDims, 4, nullptr),
      CALL(kNothing, kAllocates, kBad, aclInitTensor, NoHandle<aclTensor>(&w),
           kDims, 4, ACL_FLOAT, nullptr, 1, ACL_FORMAT_NCHW, kDims, 4, nullptr),
      CALL(kTensors, kDoesNot, 0, aclSetRawTensorAddr, w.grad_out, &w),
      CALL(kNothing, kAllocates, kBad, aclSetRawTensorAddr,
           NoHandle<aclTensor>(&w), &w),
      CALL(kExecutor, kDoesNot, 0, aclSetAclOpExecutorRepeatable, w.executor),
      CALL(kNothing, kAllocates, kNoTensor, aclSetAclOpExecutorRepeatable,
           nullptr),
      EXPRESSION(kExecutor, kDoesNot, 0, aclDestroyAclOpExecutor,
                 aclDestroyAclOpExecutor(std::exchange(w.executor, nullptr))),
      CALL(kNothing, kAllocates, kNoTensor, aclDestroyAclOpExecutor, nullptr),
      CALL(kNothing, kAllocates, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
           aclDumpOpTensors, "", "", nullptr, 0, 0, nullptr),
      CALL(kNothing, kDoesNot, 0, aclnnInit, nullptr),
      CALL(kNothing, kDoesNot, 0, aclnnFinalize),
  };
}

#define SETTER(function)                                                       \
  CALL(kExecutor, kDoesNot, 0, function, w.executor, 0, w.grad_in, &w),        \
      CALL(kExecutor, kAllocates, kNoTensor, function, w.executor, 0, nullptr, \
           &w)
#define LIST_SETTER(function)                                                  \
  CALL(kExecutor | kLists, kDoesNot, 0, function, w.executor, 0, 0, w.tensors, \
       &w),                                                                    \
      CALL(kExecutor | kLists, kAllocates, kBad, function, w.executor, 0, 1,   \
           w.tensors, &w)

std::vector<ApiCall> Addresses() {
  return {
      SETTER(aclSetInputTensorAddr),
      SETTER(aclSetOutputTensorAddr),
      SETTER(aclSetTensorAddr),
      SETTER(AclSetInputTensorAddr),
      SETTER(AclSetOutputTensorAddr),
      SETTER(AclSetTensorAddr),
      LIST_SETTER(aclSetDynamicInputTensorAddr),
      LIST_SETTER(aclSetDynamicOutputTensorAddr),
      LIST_SETTER(aclSetDynamicTensorAddr),
      LIST_SETTER(AclSetDynamicInputTensorAddr),
      LIST_SETTER(AclSetDynamicOutputTensorAddr),
      LIST_SETTER(AclSetDynamicTensorAddr),
  };
}

#undef SETTER
#undef LIST_SETTER
#undef CALL
#undef EXPRESSION

}  // namespace

std::vector<ApiCall> ArgumentCalls() {
  std::vector<ApiCall> all;
  for (const auto table : {Creates, Destroys, Getters, Changes, Addresses}) {
    const std::vector<ApiCall> calls = table();
    all.insert(all.end(), calls.begin(), calls.end());
  }
  return all;
}

}  // namespace backlerp::test
