// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// compare, info and bench from outside.

#include <limits>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/npy_files.h"
#include "tests/cli/program_fixture.h"

namespace backlerp::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class CompareProgramTest : public ProgramTest {};

TEST_F(CompareProgramTest, CompareTellsByItsStatus) {
  WriteText(folder_ / "near.npy",
            NpyFile("<f4", "(1, 1, 6, 6)",
                    Floats(std::vector<double>(35, 1)) + Floats({1.5})));
  WriteText(folder_ / "flat.npy", Ones("(36,)", 36));
  const auto run = [&](const Arguments& arguments) {
    return RunProgram(folder_, arguments);
  };
  EXPECT_EQ(run({"compare", "src.npy", "src.npy"}).status, 0);
  const Outcome different = run({"compare", "src.npy", "near.npy"});
  EXPECT_EQ(different.status, 1);
  EXPECT_THAT(different.output, HasSubstr("0.5 at [0, 0, 5, 5]"));
  EXPECT_EQ(run({"compare", "src.npy", "near.npy", "--atol", "0.5"}).status, 0);
  EXPECT_EQ(run({"compare", "src.npy", "near.npy", "--allow", "0.03"}).status,
            0);
  EXPECT_EQ(run({"compare", "src.npy", "near.npy", "--allow", "0.02"}).status,
            1);
  const Outcome shapes = run({"compare", "src.npy", "flat.npy"});
  EXPECT_EQ(shapes.status, 1);
  EXPECT_THAT(shapes.output, HasSubstr("shapes are not equal"));
  ExpectFailure(run({"compare", "src.npy", "nix.npy"}), 3,
                "nix.npy: No such file");
  WriteText(folder_ / "bad.npy", "bad");
  ExpectFailure(run({"compare", "src.npy", "bad.npy"}), 2, "bad.npy: ");
}

TEST_F(CompareProgramTest, CompareOfNanIsDefined) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  WriteText(folder_ / "a.npy", NpyFile("<f4", "(2,)", Floats({nan, 1})));
  WriteText(folder_ / "b.npy",
            NpyFile("<f8", "(2,)", Floats({nan, 1}, DataType::kFloat64)));
  WriteText(folder_ / "c.npy", NpyFile("<f4", "(2,)", Floats({1, nan})));
  EXPECT_EQ(RunProgram(folder_, {"compare", "a.npy", "b.npy"}).status, 0);
  const Outcome outcome = RunProgram(
      folder_, {"compare", "a.npy", "c.npy", "--atol", "1e30", "--json"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.output,
              HasSubstr("\"nan\": {\"a\": 1, \"b\": 1, \"apart\": 2}"));
  EXPECT_THAT(outcome.output, HasSubstr("\"a\": \"NaN\", \"b\": 1"));
}

TEST_F(CompareProgramTest, ComparePictureIsAPng) {
  const Arguments compare = {"compare",   "src.npy",        "src.npy",
                             "--picture", "difference.png", "--plane"};
  Arguments good = compare;
  good.emplace_back("0,0");
  ASSERT_EQ(RunProgram(folder_, good).status, 0);
  EXPECT_THAT(ReadText(folder_ / "difference.png"), StartsWith("\x89PNG\r\n"));
  Arguments bad = compare;
  bad.emplace_back("0,1");
  ExpectFailure(RunProgram(folder_, bad), 2, "--plane: is \"0,1\"");
}

TEST_F(CompareProgramTest, InfoTellsWhatIsThere) {
  const std::string text = RunProgram(folder_, {"info", "--kernels"}).output;
  for (const char* part : {"version", "instruction sets", "threads",
                           "Ascend910B", "libbacklerp.so", "reference"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  EXPECT_THAT(RunProgram(folder_, {"info", "--json"}).output,
              HasSubstr("\"product\": \"Ascend910B\""));
}

TEST_F(CompareProgramTest, ThreadsReachTheLibrary) {
  const Outcome outcome =
      RunProgram(folder_, {"bench", "--shape", "4,64,128,128", "--input-size",
                           "64,64", "--seconds", "0", "--threads", "3"});
  EXPECT_THAT(outcome.output, HasSubstr("3 threads"));
}

TEST_F(CompareProgramTest, BenchPrintsBothRows) {
  const Outcome outcome =
      RunProgram(folder_, {"bench", "--shape", "1,2,16,16", "--input-size",
                           "8,8", "--seconds", "0"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.output, HasSubstr("\noperator "));
  EXPECT_THAT(outcome.output, HasSubstr("\ncopy "));
  EXPECT_THAT(outcome.output, HasSubstr("5 runs"));
  ExpectFailure(RunProgram(folder_, {"bench", "--shape", "1,2"}), 2,
                "--shape: ");
}

}  // namespace
}  // namespace backlerp::test
