// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What grad and forward take, and what becomes of their options.

#include <algorithm>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/npy_files.h"
#include "tests/cli/program_fixture.h"

namespace backlerp::test {
namespace {

class FormatsTest : public ProgramTest {};

TEST_F(FormatsTest, RawFilesMustHaveTheirSize) {
  WriteText(folder_ / "src.bin", Floats(std::vector<double>(36, 1)));
  const auto run = [&](const Arguments& more) {
    Arguments all = {"grad", "src.bin", "dst.bin", "--input-size", "3,3"};
    all.insert(all.end(), more.begin(), more.end());
    return RunProgram(folder_, all);
  };
  ExpectFailure(run({}), 2, "src.bin: is a raw file, which needs --shape");
  ExpectFailure(run({"--shape", "1,1,6,7"}), 2, "has 144 bytes");
  ExpectFailure(run({"--shape", "1,1,6,6", "--dtype", "fp16"}), 2,
                "has 144 bytes");
  WriteText(folder_ / "empty.bin", "");
  ExpectFailure(
      RunProgram(folder_, {"grad", "empty.bin", "dst.bin", "--input-size",
                           "3,3", "--shape", "0,4000000000,4000000000,4"}),
      2, "more than 64 bits");
  ExpectFailure(run({"--shape", "4611686018427387904,1,1,4"}), 2,
                "more than 64 bits");
  EXPECT_EQ(run({"--shape", "1x1x6x6"}).status, 0);
}

TEST_F(FormatsTest, TypesMustAgreeWithDtype) {
  Arguments arguments = kGrad;
  arguments.insert(arguments.end(), {"--dtype", "fp16"});
  ExpectFailure(RunProgram(folder_, arguments), 2,
                "holds float32, but --dtype says");
}

// ml_dtypes' bfloat16 keeps the name that its file had.
TEST_F(FormatsTest, BFloat16OfMlDtypesStaysWhatItIs) {
  const std::string data =
      Floats(std::vector<double>(36, 1), DataType::kBFloat16);
  for (const char* descr : {"<V2", "|V2"}) {
    WriteText(folder_ / "src.npy", NpyFile(descr, "(1, 1, 6, 6)", data));
    Arguments arguments = kGrad;
    ExpectFailure(RunProgram(folder_, arguments), 2, "--dtype bf16");
    arguments.insert(arguments.end(), {"--dtype", "bf16"});
    EXPECT_EQ(RunProgram(folder_, arguments).status, 0);
    EXPECT_EQ(ReadText(folder_ / "dst.npy"),
              NpyFile(descr, "(1, 1, 3, 3)",
                      Floats(std::vector<double>(9, 4), DataType::kBFloat16)));
  }
}

TEST_F(FormatsTest, BigEndianAndUnalignedFilesAreRead) {
  ASSERT_EQ(RunProgram(folder_, kGrad).status, 0);
  const std::string expected = ReadText(folder_ / "dst.npy");
  std::string swapped;
  for (int i = 0; i < 36; ++i) swapped += std::string("\x3F\x80\0\0", 4);
  WriteText(folder_ / "src.npy", NpyFile(">f4", "(1, 1, 6, 6)", swapped));
  ASSERT_EQ(RunProgram(folder_, kGrad).status, 0);
  EXPECT_EQ(ReadText(folder_ / "dst.npy"), expected);
  const std::string dict =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 6, 6)} ";
  for (const char* padding : {"", " ", "  ", "   "}) {
    WriteText(folder_ / "src.npy", NpyHeaderBytes(dict + padding) +
                                       Floats(std::vector<double>(36, 1)));
    ASSERT_EQ(RunProgram(folder_, kGrad).status, 0);
    EXPECT_EQ(ReadText(folder_ / "dst.npy"), expected);
  }
}

TEST_F(FormatsTest, EmptyTensorsGiveEmptyTensors) {
  for (const char* shape : {"(0, 3, 6, 6)", "(2, 0, 6, 6)"}) {
    WriteText(folder_ / "src.npy", NpyFile("<f4", shape, ""));
    for (const char* op : {"", "v1", "v2"}) {
      Arguments arguments = kGrad;
      if (*op != '\0') arguments.insert(arguments.end(), {"--op", op});
      const Outcome outcome = RunProgram(folder_, arguments);
      EXPECT_EQ(outcome.status, 0) << shape << op << outcome.errors;
      std::string result_shape = shape;
      std::replace(result_shape.begin(), result_shape.end(), '6', '3');
      EXPECT_EQ(ReadText(folder_ / "dst.npy"),
                NpyFile("<f4", result_shape, ""));
    }
  }
  WriteText(folder_ / "src.bin", "");
  EXPECT_EQ(RunProgram(folder_, {"grad", "src.bin", "dst.bin", "--shape",
                                 "0,1,6,6", "--input-size", "3,3"})
                .status,
            0);
  EXPECT_EQ(ReadText(folder_ / "dst.bin"), "");
}

TEST_F(FormatsTest, ForwardTakesItsSizeFromScales) {
  WriteText(folder_ / "src.npy", Ones("(1, 1, 3, 5)", 15));
  ASSERT_EQ(RunProgram(folder_,
                       {"forward", "src.npy", "dst.npy", "--scales", "2,1.5"})
                .status,
            0);
  EXPECT_EQ(ReadText(folder_ / "dst.npy"), Ones("(1, 1, 6, 7)", 42));
  ExpectFailure(RunProgram(folder_, {"forward", "src.npy", "dst.npy"}), 2,
                "--output-size or --scales");
  for (const char* scales : {"0.1", "1e300", "nan", "--scales=-1"}) {
    ExpectFailure(RunProgram(folder_, {"forward", "src.npy", "dst.npy",
                                       "--scales", scales}),
                  2, "");
  }
}

// V1 ignores scales; without --op they hold.
TEST_F(FormatsTest, OperatorsHaveTheirOwnRuleForScales) {
  WriteText(folder_ / "src.npy", [] {
    std::vector<double> values(36);
    for (int i = 0; i < 36; ++i) values[i] = i * i;
    return NpyFile("<f4", "(1, 1, 6, 6)", Floats(values));
  }());
  const auto run = [&](const Arguments& more) {
    Arguments all = {"grad", "src.npy", "-", "--input-size", "3,3"};
    all.insert(all.end(), more.begin(), more.end());
    const Outcome outcome = RunProgram(folder_, all);
    EXPECT_EQ(outcome.status, 0) << outcome.errors;
    return outcome.output;
  };
  const std::string by_sizes = run({});
  const std::string scaled = run({"--scales", "2.1"});
  EXPECT_NE(scaled, by_sizes);
  EXPECT_EQ(run({"--op", "v1", "--scales", "2.1"}), by_sizes);
  EXPECT_EQ(run({"--op", "v2", "--scales", "2.1"}), scaled);
  // 2.5 does not reproduce 3 -> 6.
  EXPECT_EQ(run({"--op", "v2", "--scales", "2.5"}), by_sizes);
  EXPECT_NE(run({"--scales", "2.5"}), by_sizes);
}

TEST_F(FormatsTest, ThreadsAndKernelsChangeNoBits) {
  ASSERT_EQ(RunProgram(folder_, kGrad).status, 0);
  const std::string expected = ReadText(folder_ / "dst.npy");
  for (const Arguments& more :
       {Arguments{"--threads", "1"}, Arguments{"--threads", "3"},
        Arguments{"--kernel", "reference"}}) {
    Arguments arguments = kGrad;
    arguments.insert(arguments.end(), more.begin(), more.end());
    ASSERT_EQ(RunProgram(folder_, arguments).status, 0);
    EXPECT_EQ(ReadText(folder_ / "dst.npy"), expected);
  }
}

}  // namespace
}  // namespace backlerp::test
