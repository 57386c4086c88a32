// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The types behind the handles, and one table of live handles for each.

#ifndef BACKLERP_SRC_ACLNN_HANDLES_H_
#define BACKLERP_SRC_ACLNN_HANDLES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "aclnn/acl_meta.h"
#include "aclnn/tensor.h"
#include "aclnn/verdict.h"
#include "base/handle_table.h"
#include "base/per_process.h"

namespace backlerp::aclnn {

struct Executor;

struct Scalar {
  aclDataType dtype;
  std::array<std::byte, 16> value;  // the widest type's size; the rest is 0
};

template <typename T>
struct Array {
  std::vector<T> values;
};
using IntArray = Array<int64_t>;
using FloatArray = Array<float>;
using BoolArray = Array<bool>;

struct TensorList {
  std::vector<const aclTensor*> elements;
};
struct ScalarList {
  std::vector<const aclScalar*> elements;
};

template <typename Handle, uint8_t kTagValue>
struct HandleType {
  using Type = Handle;
  static constexpr uint8_t kTag = kTagValue;
};

// The C type, tag and name of the handle of `Object`.
template <typename Object>
struct HandleOf;
template <>
struct HandleOf<Tensor> : HandleType<aclTensor, 0xA1> {
  static constexpr const char* kName = "aclTensor";
};
template <>
struct HandleOf<Scalar> : HandleType<aclScalar, 0xA2> {
  static constexpr const char* kName = "aclScalar";
};
template <>
struct HandleOf<IntArray> : HandleType<aclIntArray, 0xA3> {
  static constexpr const char* kName = "aclIntArray";
};
template <>
struct HandleOf<FloatArray> : HandleType<aclFloatArray, 0xA4> {
  static constexpr const char* kName = "aclFloatArray";
};
template <>
struct HandleOf<BoolArray> : HandleType<aclBoolArray, 0xA5> {
  static constexpr const char* kName = "aclBoolArray";
};
template <>
struct HandleOf<TensorList> : HandleType<aclTensorList, 0xA6> {
  static constexpr const char* kName = "aclTensorList";
};
template <>
struct HandleOf<ScalarList> : HandleType<aclScalarList, 0xA7> {
  static constexpr const char* kName = "aclScalarList";
};
template <>
struct HandleOf<Executor> : HandleType<aclOpExecutor, 0xA8> {
  static constexpr const char* kName = "aclOpExecutor";
};

template <typename Object>
using CHandle = typename HandleOf<Object>::Type;

template <typename Object>
constinit inline PerProcess<
    HandleTable<Object, CHandle<Object>*, HandleOf<Object>::kTag>>
    handle_table;

template <typename Object>
auto& Handles() {
  return handle_table<Object>.get();
}

// How a function answers a handle that is null, and one that is not live.
struct HandleCodes {
  aclnnStatus null = ACLNN_ERR_PARAM_NULLPTR;
  aclnnStatus not_live = ACLNN_ERR_PARAM_INVALID;
};
inline constexpr HandleCodes kExecutorCodes = {ACLNN_ERR_INNER_NULLPTR,
                                               ACLNN_ERR_INNER};

template <typename Object>
Verdict Find(const char* argument, const CHandle<Object>* handle,
             std::shared_ptr<Object>* object, HandleCodes codes = {}) {
  if (handle == nullptr) return IsNull(argument, codes.null);
  *object = Handles<Object>().Get(handle);
  if (*object != nullptr) return {};
  return IsNotLive(argument, HandleOf<Object>::kName, codes.not_live);
}

// What a destroy function does: null is no mistake. `destroyed`, where given,
// receives what the handle stood for.
template <typename Object>
Verdict Destroy(const char* argument, const CHandle<Object>* handle,
                std::shared_ptr<Object>* destroyed = nullptr) {
  if (handle == nullptr) return {};
  std::shared_ptr<Object> object = Handles<Object>().Take(handle);
  if (object == nullptr) {
    return IsNotLive(argument, HandleOf<Object>::kName,
                     ACLNN_ERR_PARAM_INVALID);
  }
  if (destroyed != nullptr) *destroyed = std::move(object);
  return {};
}

}  // namespace backlerp::aclnn

#endif  // BACKLERP_SRC_ACLNN_HANDLES_H_
