// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_NPY_DICT_H_
#define BACKLERP_SRC_CLI_NPY_DICT_H_

#include <string>
#include <string_view>

#include "cli/npy.h"

namespace backlerp::cli {

// Reads the Python dictionary in a .npy header into descr, fortran_order and
// shape: exactly these three keys, in any order. Empty on success; else what is
// wrong.
std::string ParseNpyDict(std::string_view text, NpyHeader* header);

// `text` cut to 40 characters, with a ? for each that a terminal cannot show.
std::string PrintableText(std::string_view text);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_NPY_DICT_H_
