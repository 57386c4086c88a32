// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_RUNTIME_CONFIG_FILE_H_
#define BACKLERP_SRC_RUNTIME_CONFIG_FILE_H_

#include <string>

#include "acl/acl.h"

namespace backlerp::runtime {

struct ConfigFile {
  std::string text;                  // empty: none was given
  bool errors_process_wide = false;  // "err_msg_mode": "1"
};

// Reads the file of aclInit (null and "": none). Codes: acl_rt.h, aclInit.
aclError ReadConfigFile(const char* function, const char* path,
                        ConfigFile* config);

}  // namespace backlerp::runtime

#endif  // BACKLERP_SRC_RUNTIME_CONFIG_FILE_H_
