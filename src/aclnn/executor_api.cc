// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The C functions of executors, and the setters of tensors' addresses.

#include <memory>

#include "aclnn/boundary.h"
#include "aclnn/executor.h"
#include "fmt/core.h"

namespace backlerp::aclnn {
namespace {

Verdict FindExecutor(const aclOpExecutor* handle,
                     std::shared_ptr<Executor>* executor) {
  return Find("executor", handle, executor, kExecutorCodes);
}

// The order of the original: the tensor first, then the look at the executor.
Verdict SetAddress(const aclOpExecutor* executor, const aclTensor* tensor,
                   void* address) {
  std::shared_ptr<Tensor> object;
  BACKLERP_RETURN_IF_FAILED(
      Find("tensor", tensor, &object, {.null = ACLNN_ERR_INNER_NULLPTR}));
  object->set_address(address);
  std::shared_ptr<Executor> unused;
  return FindExecutor(executor, &unused);
}

Verdict SetElementAddress(const aclOpExecutor* executor, size_t index,
                          const aclTensorList* tensors, void* address) {
  std::shared_ptr<TensorList> list;
  BACKLERP_RETURN_IF_FAILED(
      Find("tensors", tensors, &list, {.null = ACLNN_ERR_INNER_NULLPTR}));
  if (index >= list->elements.size()) {
    return Unexpected("relativeIndex", "value", fmt::format("{}", index),
                      fmt::format("less than {}", list->elements.size()));
  }
  return SetAddress(executor, list->elements[index], address);
}

}  // namespace
}  // namespace backlerp::aclnn

namespace nn = backlerp::aclnn;

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) {
  return nn::Guarded("aclSetAclOpExecutorRepeatable", [&]() -> nn::Verdict {
    std::shared_ptr<nn::Executor> object;
    BACKLERP_RETURN_IF_FAILED(nn::FindExecutor(executor, &object));
    object->repeatable = true;
    return {};
  });
}

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) {
  return nn::Guarded("aclDestroyAclOpExecutor", [&]() -> nn::Verdict {
    std::shared_ptr<nn::Executor> object;
    BACKLERP_RETURN_IF_FAILED(nn::FindExecutor(executor, &object));
    // Of two threads that destroy it at once, the second finds nothing to take,
    // and nothing left to do.
    nn::Handles<nn::Executor>().Take(executor);
    return {};
  });
}

// Two spellings of each function, which differ in the first letter.
#define BACKLERP_DEFINE_SETTER(function)                                    \
  aclnnStatus function(aclOpExecutor* executor, const size_t /*index*/,     \
                       aclTensor* tensor, void* addr) {                     \
    return nn::Guarded(                                                     \
        #function, [&] { return nn::SetAddress(executor, tensor, addr); }); \
  }

BACKLERP_DEFINE_SETTER(aclSetInputTensorAddr)
BACKLERP_DEFINE_SETTER(aclSetOutputTensorAddr)
BACKLERP_DEFINE_SETTER(aclSetTensorAddr)
BACKLERP_DEFINE_SETTER(AclSetInputTensorAddr)
BACKLERP_DEFINE_SETTER(AclSetOutputTensorAddr)
BACKLERP_DEFINE_SETTER(AclSetTensorAddr)

#undef BACKLERP_DEFINE_SETTER

#define BACKLERP_DEFINE_LIST_SETTER(function)                               \
  aclnnStatus function(aclOpExecutor* executor, size_t /*irIndex*/,         \
                       const size_t relativeIndex, aclTensorList* tensors,  \
                       void* addr) {                                        \
    return nn::Guarded(#function, [&] {                                     \
      return nn::SetElementAddress(executor, relativeIndex, tensors, addr); \
    });                                                                     \
  }

BACKLERP_DEFINE_LIST_SETTER(aclSetDynamicInputTensorAddr)
BACKLERP_DEFINE_LIST_SETTER(aclSetDynamicOutputTensorAddr)
BACKLERP_DEFINE_LIST_SETTER(aclSetDynamicTensorAddr)
BACKLERP_DEFINE_LIST_SETTER(AclSetDynamicInputTensorAddr)
BACKLERP_DEFINE_LIST_SETTER(AclSetDynamicOutputTensorAddr)
BACKLERP_DEFINE_LIST_SETTER(AclSetDynamicTensorAddr)

#undef BACKLERP_DEFINE_LIST_SETTER
