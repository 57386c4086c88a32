// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstring>

#include "acl/acl.h"
#include "runtime/check.h"

namespace rt = backlerp::runtime;

namespace backlerp::runtime {
namespace {

// The toolkit generation whose interface is kept (docs/compatibility.md).
constexpr aclCANNPackageVersion kToolkit = {"8.1.RC1", "8", "1",
                                            "RC1",     "0", ""};

}  // namespace
}  // namespace backlerp::runtime

aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion,
                         int32_t* patchVersion) try {
  BACKLERP_RETURN_IF_NULL(majorVersion);
  BACKLERP_RETURN_IF_NULL(minorVersion);
  BACKLERP_RETURN_IF_NULL(patchVersion);
  *majorVersion = ACL_MAJOR_VERSION;
  *minorVersion = ACL_MINOR_VERSION;
  *patchVersion = ACL_PATCH_VERSION;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclsysGetCANNVersion(aclCANNPackageName name,
                              aclCANNPackageVersion* version) try {
  BACKLERP_RETURN_IF_NULL(version);
  const int number = static_cast<int>(name);
  if (number != ACL_PKG_NAME_CANN && number != ACL_PKG_NAME_RUNTIME) {
    return rt::Reject(ACL_ERROR_INVALID_FILE, __func__, "name", number,
                      "ACL_PKG_NAME_CANN or ACL_PKG_NAME_RUNTIME");
  }
  *version = rt::kToolkit;
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}
