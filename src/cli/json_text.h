// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_JSON_TEXT_H_
#define BACKLERP_SRC_CLI_JSON_TEXT_H_

#include <string>
#include <string_view>

namespace backlerp::cli {

// `text` as a JSON string, quotes included.
std::string JsonString(std::string_view text);

// A number; the strings "NaN", "Infinity" and "-Infinity" for what JSON has no
// numbers for.
std::string JsonNumber(double value);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_JSON_TEXT_H_
