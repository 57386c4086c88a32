// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <bit>

#include "acl/acl.h"
#include "base/half.h"

float aclFloat16ToFloat(aclFloat16 value) {
  const uint32_t exponent = (value >> 10) & 0x1Fu;
  if (exponent != 0x1F) return backlerp::ToFloat(backlerp::Float16{value});
  // An ordinary exponent here, though IEEE has Inf and NaN in its place.
  const uint32_t sign = (value & 0x8000u) << 16;
  const uint32_t mantissa = value & 0x3FFu;
  return std::bit_cast<float>(sign | ((exponent + 112) << 23) |
                              (mantissa << 13));
}

aclFloat16 aclFloatToFloat16(float value) {
  constexpr uint16_t kMax = 0x7BFF;  // 65504
  const auto sign =
      static_cast<uint16_t>((std::bit_cast<uint32_t>(value) >> 16) & 0x8000u);
  const uint16_t bits = backlerp::ToFloat16(value).bits;
  if ((bits & 0x7FFFu) > kMax) return static_cast<uint16_t>(sign | kMax);
  return bits;
}

size_t aclDataTypeSize(aclDataType dataType) {
  switch (dataType) {
    case ACL_DT_UNDEFINED:
    case ACL_STRING:
      return 0;
    case ACL_INT8:
    case ACL_UINT8:
    case ACL_BOOL:
    case ACL_INT4:
    case ACL_UINT1:
    case ACL_HIFLOAT8:
    case ACL_FLOAT8_E5M2:
    case ACL_FLOAT8_E4M3FN:
    case ACL_FLOAT8_E8M0:
      return 1;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
    case ACL_UINT16:
      return 2;
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32:
    case ACL_COMPLEX32:
      return 4;
    case ACL_COMPLEX128:
      return 16;
    default:  // the 8-byte types, and whatever the runtime does not know
      return 8;
  }
}
