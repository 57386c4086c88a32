// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_TESTS_CLI_PROGRAM_FIXTURE_H_
#define BACKLERP_TESTS_CLI_PROGRAM_FIXTURE_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/npy_files.h"
#include "tests/cli/program.h"
#include "tests/support/element.h"

namespace backlerp::test {

inline std::string Floats(const std::vector<double>& values,
                          DataType dtype = DataType::kFloat32) {
  return TextOf(EncodeAll(dtype, values));
}

inline std::string Ones(const std::string& shape, size_t count) {
  return NpyFile("<f4", shape, Floats(std::vector<double>(count, 1)));
}

inline const Arguments kGrad = {"grad", "src.npy", "dst.npy", "--input-size",
                                "3,3"};

class ProgramTest : public testing::Test {
 protected:
  ProgramTest() { WriteText(folder_ / "src.npy", Ones("(1, 1, 6, 6)", 36)); }

  // One line, from this program, and this status.
  void ExpectFailure(const Outcome& outcome, int status,
                     const std::string& message) {
    EXPECT_EQ(outcome.status, status) << message;
    EXPECT_THAT(outcome.errors, testing::StartsWith("backlerp: "));
    EXPECT_THAT(outcome.errors, testing::HasSubstr(message));
    EXPECT_EQ(std::count(outcome.errors.begin(), outcome.errors.end(), '\n'), 1)
        << outcome.errors;
    EXPECT_EQ(outcome.errors.back(), '\n');
  }

  Folder folder_;
};

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_CLI_PROGRAM_FIXTURE_H_
