// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The C functions of int, float and bool arrays: they differ in the type only.

#include <memory>

#include "aclnn/boundary.h"
#include "aclnn/copy.h"
#include "aclnn/handles.h"

namespace backlerp::aclnn {
namespace {

template <typename T>
CHandle<Array<T>>* Create(const char* function, const T* value, uint64_t size) {
  using Handle = CHandle<Array<T>>;
  return GuardedCreate<Handle>(function, [&](Handle** handle) -> Verdict {
    auto array = std::make_shared<Array<T>>();
    array->values = CopyOf(value, size);
    *handle = Handles<Array<T>>().Insert(std::move(array));
    return {};
  });
}

template <typename T>
aclnnStatus DestroyArray(const char* function, const CHandle<Array<T>>* array) {
  return Guarded(function, [&] { return Destroy<Array<T>>("array", array); });
}

template <typename T>
aclnnStatus GetSize(const char* function, const CHandle<Array<T>>* array,
                    uint64_t* size) {
  return Guarded(function, [&]() -> Verdict {
    std::shared_ptr<Array<T>> object;
    BACKLERP_RETURN_IF_FAILED(Find("array", array, &object));
    if (size == nullptr) return IsNull("size");
    *size = object->values.size();
    return {};
  });
}

}  // namespace
}  // namespace backlerp::aclnn

namespace nn = backlerp::aclnn;

aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size) {
  return nn::Create("aclCreateIntArray", value, size);
}

aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size) {
  return nn::Create("aclCreateFloatArray", value, size);
}

aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size) {
  return nn::Create("aclCreateBoolArray", value, size);
}

aclnnStatus aclDestroyIntArray(const aclIntArray* array) {
  return nn::DestroyArray<int64_t>("aclDestroyIntArray", array);
}

aclnnStatus aclDestroyFloatArray(const aclFloatArray* array) {
  return nn::DestroyArray<float>("aclDestroyFloatArray", array);
}

aclnnStatus aclDestroyBoolArray(const aclBoolArray* array) {
  return nn::DestroyArray<bool>("aclDestroyBoolArray", array);
}

aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size) {
  return nn::GetSize<int64_t>("aclGetIntArraySize", array, size);
}

aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size) {
  return nn::GetSize<float>("aclGetFloatArraySize", array, size);
}

aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size) {
  return nn::GetSize<bool>("aclGetBoolArraySize", array, size);
}
