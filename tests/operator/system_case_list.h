// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_TESTS_OPERATOR_SYSTEM_CASE_LIST_H_
#define BACKLERP_TESTS_OPERATOR_SYSTEM_CASE_LIST_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "backlerp/problem.h"
#include "tests/support/acl_session.h"

namespace backlerp::test {

// One row of tests/data/system-test-cases.csv.
struct SystemCase {
  Operator op;
  std::string id;
  DataType dtype;
  int64_t n;
  int64_t c;
  int64_t in_h;
  int64_t in_w;
  int64_t out_h;
  int64_t out_w;
  bool align_corners;

  Direction direction() const {
    return op == Operator::kForward ? Direction::kForward
                                    : Direction::kBackward;
  }
  // Height and width of what is read, and of what is written.
  std::array<int64_t, 2> src_size() const;
  std::array<int64_t, 2> dst_size() const;
  // "v2/200", as BACKLERP_TEST_ROW selects it.
  std::string name() const;
};

// All rows in order. Throws std::runtime_error, with the line, where a row
// cannot be read.
std::vector<SystemCase> ReadSystemCases(const std::string& path);

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_OPERATOR_SYSTEM_CASE_LIST_H_
