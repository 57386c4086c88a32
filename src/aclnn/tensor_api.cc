// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The C functions that make, change and destroy tensors and read them back.

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "aclnn/boundary.h"
#include "aclnn/copy.h"
#include "aclnn/handles.h"

namespace backlerp::aclnn {
namespace {

using Dims = std::vector<int64_t>;

Verdict RequireDims(const char* argument, const int64_t* dims, uint64_t count) {
  return dims == nullptr && count > 0 ? IsNull(argument) : Verdict{};
}

// Takes over new dims and strides; what was not given stays.
void SetDims(const int64_t* view_dims, uint64_t view_dims_num,
             const int64_t* stride, Description* description) {
  const bool has_dims = view_dims != nullptr && view_dims_num > 0;
  if (has_dims) description->view_dims = CopyOf(view_dims, view_dims_num);
  if (stride != nullptr) {
    description->strides = CopyOf(stride, description->view_dims.size());
  } else if (has_dims) {
    description->strides = RowMajorStrides(description->view_dims);
  }
}

// `array_name` and `count_name` are the results' names in the header. The array
// comes from new[], because the client releases it with delete[].
aclnnStatus GetDims(const char* function, const aclTensor* tensor,
                    Dims Description::*member, const char* array_name,
                    int64_t** array, const char* count_name, uint64_t* count) {
  return Guarded(function, [&]() -> Verdict {
    std::shared_ptr<Tensor> object;
    BACKLERP_RETURN_IF_FAILED(Find("tensor", tensor, &object));
    if (array == nullptr) return IsNull(array_name);
    if (count == nullptr) return IsNull(count_name);
    const Dims values = object->GetDescription().*member;
    auto* copy = new int64_t[values.size()];
    std::copy(values.begin(), values.end(), copy);
    *array = copy;
    *count = values.size();
    return {};
  });
}

template <typename T>
aclnnStatus GetField(const char* function, const aclTensor* tensor,
                     T Description::*member, const char* name, T* result) {
  return Guarded(function, [&]() -> Verdict {
    std::shared_ptr<Tensor> object;
    BACKLERP_RETURN_IF_FAILED(Find("tensor", tensor, &object));
    if (result == nullptr) return IsNull(name);
    *result = object->GetDescription().*member;
    return {};
  });
}

}  // namespace
}  // namespace backlerp::aclnn

namespace nn = backlerp::aclnn;

aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum,
                           aclDataType dataType, const int64_t* stride,
                           int64_t offset, aclFormat format,
                           const int64_t* storageDims, uint64_t storageDimsNum,
                           void* tensorData) {
  const auto create = [&](aclTensor** handle) -> nn::Verdict {
    BACKLERP_RETURN_IF_FAILED(
        nn::RequireDims("viewDims", viewDims, viewDimsNum));
    BACKLERP_RETURN_IF_FAILED(
        nn::RequireDims("storageDims", storageDims, storageDimsNum));
    nn::Description description;
    description.view_dims = nn::CopyOf(viewDims, viewDimsNum);
    description.strides = stride == nullptr
                              ? nn::RowMajorStrides(description.view_dims)
                              : nn::CopyOf(stride, viewDimsNum);
    description.offset = offset;
    description.dtype = dataType;
    description.format = format;
    description.storage_dims = nn::CopyOf(storageDims, storageDimsNum);
    *handle = nn::Handles<nn::Tensor>().Insert(
        std::make_shared<nn::Tensor>(std::move(description), tensorData));
    return {};
  };
  return nn::GuardedCreate<aclTensor>("aclCreateTensor", create);
}

aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims,
                          uint64_t viewDimsNum, aclDataType dataType,
                          const int64_t* stride, int64_t offset,
                          aclFormat format, const int64_t* storageDims,
                          uint64_t storageDimsNum, void* tensorDataAddr) {
  return nn::Guarded("aclInitTensor", [&]() -> nn::Verdict {
    std::shared_ptr<nn::Tensor> object;
    BACKLERP_RETURN_IF_FAILED(nn::Find("tensor", tensor, &object));
    nn::Description description = object->GetDescription();
    nn::SetDims(viewDims, viewDimsNum, stride, &description);
    if (storageDims != nullptr && storageDimsNum > 0) {
      description.storage_dims = nn::CopyOf(storageDims, storageDimsNum);
    }
    description.offset = offset;
    description.dtype = dataType;
    description.format = format;
    object->SetDescription(std::move(description));
    if (tensorDataAddr != nullptr) object->set_address(tensorDataAddr);
    return {};
  });
}

aclnnStatus aclDestroyTensor(const aclTensor* tensor) {
  return nn::Guarded("aclDestroyTensor",
                     [&] { return nn::Destroy<nn::Tensor>("tensor", tensor); });
}

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims,
                            uint64_t* viewDimsNum) {
  return nn::GetDims("aclGetViewShape", tensor, &nn::Description::view_dims,
                     "viewDims", viewDims, "viewDimsNum", viewDimsNum);
}

aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                               uint64_t* storageDimsNum) {
  return nn::GetDims("aclGetStorageShape", tensor,
                     &nn::Description::storage_dims, "storageDims", storageDims,
                     "storageDimsNum", storageDimsNum);
}

aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                              uint64_t* stridesNum) {
  return nn::GetDims("aclGetViewStrides", tensor, &nn::Description::strides,
                     "stridesValue", stridesValue, "stridesNum", stridesNum);
}

aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset) {
  return nn::GetField("aclGetViewOffset", tensor, &nn::Description::offset,
                      "offset", offset);
}

aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) {
  return nn::GetField("aclGetFormat", tensor, &nn::Description::format,
                      "format", format);
}

aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) {
  return nn::GetField("aclGetDataType", tensor, &nn::Description::dtype,
                      "dataType", dataType);
}

aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr) {
  return nn::Guarded("aclSetRawTensorAddr", [&]() -> nn::Verdict {
    std::shared_ptr<nn::Tensor> object;
    BACKLERP_RETURN_IF_FAILED(nn::Find("tensor", tensor, &object));
    object->set_address(addr);
    return {};
  });
}

aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr) {
  return nn::Guarded("aclGetRawTensorAddr", [&]() -> nn::Verdict {
    std::shared_ptr<nn::Tensor> object;
    BACKLERP_RETURN_IF_FAILED(nn::Find("tensor", tensor, &object));
    if (addr == nullptr) return nn::IsNull("addr");
    *addr = object->address();
    return {};
  });
}
