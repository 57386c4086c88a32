// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_COMPARE_REPORT_H_
#define BACKLERP_SRC_CLI_COMPARE_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "cli/compare.h"
#include "cli/tensor_file.h"

namespace backlerp::cli {

struct CompareReport {
  const InputTensor& a;
  const InputTensor& b;
  CompareOptions options;
  double allowed_share = 0;  // of elements beyond the tolerance
  Comparison result;         // empty where shapes differ
  // That the picture shows; empty where there is none, or but one plane.
  std::vector<int64_t> plane;

  bool same_shape() const;
  double share_beyond() const;
  bool equal() const;
};

// For people, and for programs; each ends with a newline.
std::string ToText(const CompareReport& report);
std::string ToJson(const CompareReport& report);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_COMPARE_REPORT_H_
