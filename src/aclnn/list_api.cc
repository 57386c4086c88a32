// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The C functions of tensor and scalar lists. A list owns its elements'
// handles.

#include <memory>

#include "aclnn/boundary.h"
#include "aclnn/copy.h"
#include "aclnn/handles.h"

namespace backlerp::aclnn {
namespace {

template <typename List, typename Element>
CHandle<List>* Create(const char* function,
                      const CHandle<Element>* const* value, uint64_t size) {
  using Handle = CHandle<List>;
  return GuardedCreate<Handle>(function, [&](Handle** handle) -> Verdict {
    auto list = std::make_shared<List>();
    list->elements = CopyOf(value, size);
    *handle = Handles<List>().Insert(std::move(list));
    return {};
  });
}

// Elements that the client destroyed already, against the rule, are no reason
// to keep the others.
template <typename List, typename Element>
aclnnStatus DestroyList(const char* function, const CHandle<List>* list) {
  return Guarded(function, [&]() -> Verdict {
    std::shared_ptr<List> destroyed;
    BACKLERP_RETURN_IF_FAILED(Destroy<List>("array", list, &destroyed));
    if (destroyed == nullptr) return {};
    for (const CHandle<Element>* element : destroyed->elements) {
      Handles<Element>().Take(element);
    }
    return {};
  });
}

template <typename List>
aclnnStatus GetSize(const char* function, const char* argument,
                    const CHandle<List>* list, uint64_t* size) {
  return Guarded(function, [&]() -> Verdict {
    std::shared_ptr<List> object;
    BACKLERP_RETURN_IF_FAILED(Find(argument, list, &object));
    if (size == nullptr) return IsNull("size");
    *size = object->elements.size();
    return {};
  });
}

}  // namespace
}  // namespace backlerp::aclnn

namespace nn = backlerp::aclnn;

aclTensorList* aclCreateTensorList(const aclTensor* const* value,
                                   uint64_t size) {
  return nn::Create<nn::TensorList, nn::Tensor>("aclCreateTensorList", value,
                                                size);
}

aclScalarList* aclCreateScalarList(const aclScalar* const* value,
                                   uint64_t size) {
  return nn::Create<nn::ScalarList, nn::Scalar>("aclCreateScalarList", value,
                                                size);
}

aclnnStatus aclDestroyTensorList(const aclTensorList* array) {
  return nn::DestroyList<nn::TensorList, nn::Tensor>("aclDestroyTensorList",
                                                     array);
}

aclnnStatus aclDestroyScalarList(const aclScalarList* array) {
  return nn::DestroyList<nn::ScalarList, nn::Scalar>("aclDestroyScalarList",
                                                     array);
}

aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList,
                                 uint64_t* size) {
  return nn::GetSize<nn::TensorList>("aclGetTensorListSize", "tensorList",
                                     tensorList, size);
}

aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList,
                                 uint64_t* size) {
  return nn::GetSize<nn::ScalarList>("aclGetScalarListSize", "scalarList",
                                     scalarList, size);
}
