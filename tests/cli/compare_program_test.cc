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

TEST_F(CompareProgramTest, TolerancesAreNumbers) {
  const auto expect = [&](const std::string& option, const std::string& value,
                          const std::string& expected) {
    const Outcome outcome = RunProgram(
        folder_, {"compare", "src.npy", "src.npy", option + "=" + value});
    ExpectFailure(outcome, 2,
                  option + ": is \"" + value + "\", expected a number " +
                      expected + " (");
  };
  for (const char* option : {"--atol", "--rtol"}) {
    for (const char* value : {"nan", "-1", "inf", "1e999", "x", "1x"}) {
      expect(option, value, ">= 0");
    }
  }
  for (const char* value : {"nan", "-0.5", "1.5", "x"}) {
    expect("--allow", value, "from 0 to 1");
  }
  EXPECT_EQ(RunProgram(folder_, {"compare", "src.npy", "src.npy", "--atol",
                                 "1e-3", "--rtol", "0", "--allow", "1"})
                .status,
            0);
}

TEST_F(CompareProgramTest, PictureIsNotForTheStandardOutput) {
  const Outcome outcome =
      RunProgram(folder_, {"compare", "src.npy", "src.npy", "--picture", "-"});
  ExpectFailure(outcome, 2, "--picture: is \"-\", expected ");
  EXPECT_EQ(outcome.output, "");
}

TEST_F(CompareProgramTest, PictureShowsTheWorstPlane) {
  std::vector<double> values(2 * 3 * 4 * 5, 1);
  values[7] = 1.25;
  values[((1 * 3 + 2) * 4 + 1) * 5 + 3] = 3;  // [1, 2, 1, 3]
  WriteText(folder_ / "a.npy", Ones("(2, 3, 4, 5)", 120));
  WriteText(folder_ / "b.npy", NpyFile("<f4", "(2, 3, 4, 5)", Floats(values)));
  const auto run = [&](const Arguments& more) {
    Arguments all = {"compare", "a.npy", "b.npy", "--picture", "p.png"};
    all.insert(all.end(), more.begin(), more.end());
    return RunProgram(folder_, all).output;
  };
  const auto picture = [&](const Arguments& more) {
    run(more);
    return ReadText(folder_ / "p.png");
  };
  EXPECT_THAT(run({}), HasSubstr("\npicture    plane 1,2\n"));
  EXPECT_EQ(picture({}), picture({"--plane", "1,2"}));
  EXPECT_NE(picture({}), picture({"--plane", "0,0"}));
  EXPECT_THAT(run({"--plane", "0,1"}), HasSubstr("\npicture    plane 0,1\n"));
  // Of [N, H, W, C] these are n and c.
  EXPECT_THAT(run({"--layout", "NHWC", "--json"}),
              HasSubstr("\"plane\": [1, 3]"));
  const std::string unlisted = run({"--worst", "0"});
  EXPECT_THAT(unlisted, HasSubstr("plane 1,2\n"));
  EXPECT_THAT(unlisted, testing::Not(HasSubstr("worst")));
  EXPECT_THAT(RunProgram(folder_, {"compare", "a.npy", "b.npy"}).output,
              testing::Not(HasSubstr("plane")));
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
}

TEST_F(CompareProgramTest, BenchHalvesTheShapeByDefault) {
  const auto run = [&](const Arguments& more) {
    Arguments all = {"bench", "--seconds", "0", "--shape"};
    all.insert(all.end(), more.begin(), more.end());
    return RunProgram(folder_, all);
  };
  EXPECT_THAT(run({"1,2,17,1"}).output, HasSubstr("17 x 1 -> 8 x 1\n"));
  EXPECT_THAT(run({"1,6,9,2", "--layout", "NHWC"}).output,
              HasSubstr("6 x 9 -> 3 x 4\n"));
}

TEST_F(CompareProgramTest, BenchNamesTheOptionOfBadSizes) {
  const auto run = [&](const std::string& shape, const std::string& size) {
    return RunProgram(folder_,
                      {"bench", "--shape", shape, "--input-size", size});
  };
  ExpectFailure(run("1,2", "1,1"), 2, "--shape: expected four sizes");
  ExpectFailure(run("1,2,0,4", "1,1"), 2, "--shape: is \"1,2,0,4\", expected");
  ExpectFailure(run("0,2,4,4", "1,1"), 2, "--shape: is \"0,2,4,4\", expected");
  ExpectFailure(run("9,9,4000000000,4000000000", "1,1"), 2,
                "--shape: 9 x 9 x 4000000000 x 4000000000 is more elements");
  ExpectFailure(run("1,2,4,4", "0,32"), 2, "--input-size: is \"0,32\"");
  ExpectFailure(run("1,2,4,4", "3"), 2, "--input-size: expected H,W");
  ExpectFailure(run("9,9,4,4", "4000000000,4000000000"), 2,
                "--input-size: 9 x 9 x 4000000000 x 4000000000 is more");
  ExpectFailure(
      RunProgram(folder_, {"bench", "--scales", "nan", "--seconds", "0"}), 2,
      "--scales: is \"nan\"");
  ExpectFailure(RunProgram(folder_, {"bench", "--seconds", "nan"}), 2,
                "--seconds: is \"nan\", expected a number from 0 to 3600");
}

}  // namespace
}  // namespace backlerp::test
