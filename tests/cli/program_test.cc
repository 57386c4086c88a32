// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// How the program is called, and what it says of mistakes and of bad files.

#include <filesystem>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/hostile_files.h"
#include "tests/cli/program_fixture.h"

namespace backlerp::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST_F(ProgramTest, HelpOfEachCommandHasExamplesAndGoesToStdout) {
  for (const char* command : {"grad", "forward", "compare", "bench"}) {
    const Outcome outcome = RunProgram(folder_, {command, "--help"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.errors, "");
    EXPECT_THAT(outcome.output,
                HasSubstr(std::string("  backlerp ") + command));
  }
  EXPECT_EQ(RunProgram(folder_, {"info", "--help"}).status, 0);
  EXPECT_THAT(RunProgram(folder_, {"--help"}).output, HasSubstr("Exit status"));
  EXPECT_THAT(RunProgram(folder_, {"--version"}).output,
              StartsWith("backlerp 0."));
}

TEST_F(ProgramTest, BadUsageIsStatus2) {
  const std::vector<Arguments> all = {
      {"blend"},
      {"--blend"},
      {"grad"},
      {"grad", "src.npy"},
      {"grad", "src.npy", "dst.npy", "--input-size"},
      {"grad", "src.npy", "dst.npy", "--no-such-option"},
      {"grad", "src.npy", "dst.npy", "more.npy", "--input-size", "3,3"},
      {"grad", "src.npy", "dst.npy", "--input-size", "3,3", "--op", "v3"},
      {"grad", "src.npy", "dst.npy", "--input-size", "3,3", "--threads", "0"},
      {"grad", "src.npy", "dst.npy", "--input-size", "3,3", "--dtype", "int8"},
      {"compare", "src.npy", "src.npy", "--atol", "-1"},
      {"compare", "-", "-"},
  };
  for (const Arguments& arguments : all) {
    ExpectFailure(RunProgram(folder_, arguments), 2, "");
  }
  EXPECT_THAT(folder_.Names(), ElementsAre("src.npy"));
}

TEST_F(ProgramTest, CommandsThatAreNoneAreNamed) {
  const Outcome outcome = RunProgram(folder_, {"gard", "x", "y"});
  ExpectFailure(outcome, 2,
                "backlerp: \"gard\" is no command, expected grad, forward, "
                "compare, bench or info\n");
  const Outcome nothing = RunProgram(folder_, {});
  EXPECT_EQ(nothing.status, 0);
  EXPECT_EQ(nothing.errors, "");
  EXPECT_EQ(nothing.output, RunProgram(folder_, {"--help"}).output);
}

TEST_F(ProgramTest, ScalesAreFiniteAndNotNegative) {
  for (const char* scales : {"nan", "inf", "-1", "2,-inf", "2,nan", "1e999"}) {
    Arguments scaled = kGrad;
    scaled.push_back(std::string("--scales=") + scales);
    ExpectFailure(RunProgram(folder_, scaled), 2,
                  std::string("--scales: is \"") + scales + "\", expected ");
    EXPECT_THAT(folder_.Names(), ElementsAre("src.npy"));
  }
  Arguments zero = kGrad;
  zero.emplace_back("--scales=0");
  EXPECT_EQ(RunProgram(folder_, zero).status, 0);
  // CANN takes them: on the product by default such a scale is not usable, and
  // the sizes decide.
  for (const char* scales : {"-1", "nan"}) {
    std::filesystem::remove(folder_ / "dst.npy");
    Arguments by_operator = kGrad;
    by_operator.push_back(std::string("--scales=") + scales);
    by_operator.insert(by_operator.end(), {"--op", "v2"});
    EXPECT_EQ(RunProgram(folder_, by_operator).status, 0) << scales;
    EXPECT_TRUE(std::filesystem::exists(folder_ / "dst.npy"));
  }
}

TEST_F(ProgramTest, KernelsThatCannotNameTheOption) {
  const Outcome outcome =
      RunProgram(folder_, {"grad", "src.npy", "dst.npy", "--input-size", "3,3",
                           "--kernel", "copy"});
  ExpectFailure(outcome, 2, "--kernel: \"copy\" cannot do this problem");
}

TEST_F(ProgramTest, EmptyInputIsSaidToBe) {
  ExpectFailure(RunProgram(folder_, {"grad", "-", "-", "--input-size", "3,3"}),
                2, "standard input: is empty\n");
}

TEST_F(ProgramTest, BadValuesNameTheOption) {
  const auto run = [&](const std::string& option, const std::string& value) {
    return RunProgram(folder_, {"grad", "src.npy", "dst.npy", option, value});
  };
  ExpectFailure(run("--threads", "2"), 2, "--input-size is required");
  for (const char* size :
       {"3", "3,", "3,x", "3,3,3", "2,1,3,3", "-3,3", "3;3"}) {
    ExpectFailure(run("--input-size", size), 2, "--input-size: is ");
  }
  ExpectFailure(run("--input-size", "0,3"), 2,
                "--input-size: is \"0,3\", expected sizes of at least 1");
  ExpectFailure(
      run("--input-size", "4000000000,4000000000"), 2,
      "--input-size: 1 x 1 x 4000000000 x 4000000000 is more elements");
  Arguments scaled = kGrad;
  scaled.insert(scaled.end(), {"--scales", "2,2,2"});
  ExpectFailure(RunProgram(folder_, scaled), 2, "--scales: is \"2,2,2\"");
  Arguments shaped = kGrad;
  shaped.insert(shaped.end(), {"--shape", "1,1,6,7"});
  ExpectFailure(RunProgram(folder_, shaped), 2,
                "src.npy: has the shape [1, 1, 6, 6]");
  Arguments kernel = kGrad;
  kernel.insert(kernel.end(), {"--kernel", "nix"});
  ExpectFailure(
      RunProgram(folder_, kernel), 2,
      "--kernel: \"nix\" is no kernel of this machine, see `backlerp info "
      "--kernels`\n");
  EXPECT_THAT(folder_.Names(), ElementsAre("src.npy"));
}

TEST_F(ProgramTest, HostileFilesAreStatus2) {
  for (const HostileFile& file : HostileFiles()) {
    SCOPED_TRACE(file.name);
    const std::string name = file.name + ".npy";
    WriteText(folder_ / name, file.bytes);
    ExpectFailure(
        RunProgram(folder_, {"grad", name, "dst.npy", "--input-size", "3,3"}),
        2, file.message);
    ExpectFailure(RunProgram(folder_, {"grad", "-", "-", "--input-size", "3,3"},
                             file.bytes),
                  2, file.message);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "dst.npy"));
  }
}

}  // namespace
}  // namespace backlerp::test
