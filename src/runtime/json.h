// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_RUNTIME_JSON_H_
#define BACKLERP_SRC_RUNTIME_JSON_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace backlerp::runtime {

// The string members of the JSON object (RFC 8259) that `text` is, with escapes
// left as written; nullopt where it is no object, or nests deeper than 64.
std::optional<std::map<std::string, std::string, std::less<>>> ParseJsonObject(
    std::string_view text);

}  // namespace backlerp::runtime

#endif  // BACKLERP_SRC_RUNTIME_JSON_H_
