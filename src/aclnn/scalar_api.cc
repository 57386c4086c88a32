// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The C functions of scalars. No operator of this library takes one yet;
// clients look the functions up all the same.

#include <cstring>
#include <memory>

#include "acl/acl.h"
#include "aclnn/boundary.h"
#include "aclnn/handles.h"
#include "aclnn/names.h"

namespace backlerp::aclnn {
namespace {

// ACL_STRING and ACL_DT_UNDEFINED have no size; the types of less than a byte
// are kept in one.
Verdict CopyValue(const void* value, aclDataType dtype, Scalar* scalar) {
  const size_t bytes = aclDataTypeSize(dtype);
  if (bytes == 0 || bytes > scalar->value.size()) {
    return Unexpected("dataType", "type", NameOf(dtype), "one that has a size");
  }
  std::memcpy(scalar->value.data(), value, bytes);
  return {};
}

}  // namespace
}  // namespace backlerp::aclnn

namespace nn = backlerp::aclnn;

aclScalar* aclCreateScalar(void* value, aclDataType dataType) {
  const auto create = [&](aclScalar** handle) -> nn::Verdict {
    if (value == nullptr) return nn::IsNull("value");
    auto scalar = std::make_shared<nn::Scalar>(nn::Scalar{dataType, {}});
    BACKLERP_RETURN_IF_FAILED(nn::CopyValue(value, dataType, scalar.get()));
    *handle = nn::Handles<nn::Scalar>().Insert(std::move(scalar));
    return {};
  };
  return nn::GuardedCreate<aclScalar>("aclCreateScalar", create);
}

aclnnStatus aclDestroyScalar(const aclScalar* scalar) {
  return nn::Guarded("aclDestroyScalar",
                     [&] { return nn::Destroy<nn::Scalar>("scalar", scalar); });
}
