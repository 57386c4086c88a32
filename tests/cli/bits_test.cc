// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The program computes the bits that the C++ API does, and the C API with --op.

#include <array>
#include <string>
#include <vector>

#include "fmt/core.h"
#include "gtest/gtest.h"
#include "tests/cli/npy_files.h"
#include "tests/cli/program.h"
#include "tests/support/compare.h"
#include "tests/support/element.h"
#include "tests/support/layout.h"
#include "tests/support/operator_call.h"
#include "tests/support/plan_run.h"
#include "tests/support/random.h"

namespace backlerp::test {
namespace {

constexpr int64_t kN = 2;
constexpr int64_t kC = 3;

struct TypeCase {
  DataType dtype;
  const char* flag;
  const char* descr;
};
constexpr TypeCase kTypes[] = {
    {DataType::kFloat32, "float32", "<f4"},
    {DataType::kFloat16, "fp16", "<f2"},
    {DataType::kBFloat16, "bf16", "<u2"},
    {DataType::kFloat64, "float64", "<f8"},
};

struct Case {
  TypeCase type;
  bool backward;
  bool nhwc;
  bool fortran_order;
};

class BitsTest : public testing::TestWithParam<Case> {
 protected:
  BitsTest() {
    const Case& c = GetParam();
    problem_ = PackedProblem(
        c.backward ? Direction::kBackward : Direction::kForward, c.type.dtype,
        kC, /*in_h=*/5, /*in_w=*/7, /*out_h=*/11, /*out_w=*/13);
    problem_.n = kN;
    const auto dims = SrcDims(problem_);
    const int64_t count = dims[0] * dims[1] * dims[2] * dims[3];
    src_ = EncodeAll(c.type.dtype, Normals(c.type.dtype, count, Seed()));
  }

  // The packed bytes `nchw` as they lie in a file.
  std::string InFile(const std::vector<std::byte>& nchw,
                     const std::array<int64_t, 4>& dims, bool fortran) const {
    Layout layout =
        GetParam().nhwc ? PackedNhwcLayout(dims) : PackedNchwLayout(dims);
    if (fortran && GetParam().nhwc) {
      layout.strides = {1, dims[0] * dims[2] * dims[3], dims[0],
                        dims[0] * dims[2]};
    } else if (fortran) {
      layout.strides = {1, dims[0], dims[0] * dims[1],
                        dims[0] * dims[1] * dims[2]};
    }
    std::vector<std::byte> stored(nchw.size());
    Scatter(problem_.dtype, layout, nchw, stored.data());
    return TextOf(stored);
  }

  // As a Python tuple, in the file's order.
  std::string Sizes(const std::array<int64_t, 4>& dims) const {
    const auto [n, c, h, w] = dims;
    return GetParam().nhwc ? fmt::format("({}, {}, {}, {})", n, h, w, c)
                           : fmt::format("({}, {}, {}, {})", n, c, h, w);
  }

  Arguments Command(const std::string& from, const std::string& to) const {
    Arguments arguments =
        GetParam().backward
            ? Arguments{"grad", from, to, "--input-size", "5,7"}
            : Arguments{"forward", from, to, "--output-size", "11,13"};
    arguments.insert(arguments.end(), {"--dtype", GetParam().type.flag});
    if (GetParam().nhwc) {
      arguments.insert(arguments.end(), {"--layout", "NHWC"});
    }
    return arguments;
  }

  Folder folder_;
  Problem problem_;
  std::vector<std::byte> src_;  // NCHW
};

TEST_P(BitsTest, OfNpyFilesAreTheLibrarys) {
  const bool fortran = GetParam().fortran_order;
  const char* descr = GetParam().type.descr;
  WriteText(folder_ / "src.npy",
            NpyFile(descr, Sizes(SrcDims(problem_)),
                    InFile(src_, SrcDims(problem_), fortran), fortran));
  const Outcome outcome = RunProgram(folder_, Command("src.npy", "dst.npy"));
  ASSERT_EQ(outcome.status, 0) << outcome.errors;
  EXPECT_EQ(outcome.output + outcome.errors, "");
  const std::string expected =
      NpyFile(descr, Sizes(DstDims(problem_)),
              InFile(RunPacked(problem_, src_), DstDims(problem_), false));
  EXPECT_EQ(ReadText(folder_ / "dst.npy"), expected);
}

// Raw files know no other order than C's.
class RawBitsTest : public BitsTest {};

TEST_P(RawBitsTest, OfRawFilesAndStreamsAreTheLibrarys) {
  const std::string raw = InFile(src_, SrcDims(problem_), false);
  const std::string expected =
      InFile(RunPacked(problem_, src_), DstDims(problem_), false);
  std::string shape = Sizes(SrcDims(problem_));
  std::erase_if(shape, [](char c) { return c == ' ' || c == '(' || c == ')'; });
  WriteText(folder_ / "src.bin", raw);
  Arguments with_file = Command("src.bin", "dst.bin");
  with_file.insert(with_file.end(), {"--shape", shape});
  ASSERT_EQ(RunProgram(folder_, with_file).status, 0);
  EXPECT_EQ(ReadText(folder_ / "dst.bin"), expected);
  Arguments with_streams = Command("-", "-");
  with_streams.insert(with_streams.end(), {"--shape", shape});
  EXPECT_EQ(RunProgram(folder_, with_streams, raw).output, expected);
}

// What CANN's operators take: no float64, and bf16 in V1 on one product only.
TEST_P(BitsTest, OfOperatorsAreTheCApis) {
  const Case& c = GetParam();
  const std::string file = NpyFile(
      c.type.descr, Sizes(SrcDims(problem_)),
      InFile(src_, SrcDims(problem_), c.fortran_order), c.fortran_order);
  WriteText(folder_ / "src.npy", file);
  for (const char* op : {"v1", "v2"}) {
    Arguments arguments = Command("src.npy", "-");
    arguments.insert(arguments.end(), {"--op", op, "--scales", "2.3,1.9"});
    const Outcome outcome = RunProgram(folder_, arguments);
    const bool v1 = c.backward && std::string(op) == "v1";
    if (c.type.dtype == DataType::kFloat64 ||
        (v1 && c.type.dtype == DataType::kBFloat16)) {
      EXPECT_EQ(outcome.status, 2);
      EXPECT_NE(outcome.errors.find("161002"), std::string::npos);
      continue;
    }
    ASSERT_EQ(outcome.status, 0) << outcome.errors;
    OperatorCall call(c.backward ? (v1 ? Operator::kV1 : Operator::kV2)
                                 : Operator::kForward);
    const auto from = SrcDims(problem_);
    const auto to = DstDims(problem_);
    call.Batch(kN, kC).From(from[2], from[3]).Into(to[2], to[3]);
    call.As(c.type.dtype).Bytes(src_).Scales(2.3, 1.9);
    const std::vector<std::byte> expected = call.Run().Bytes();
    EXPECT_EQ(outcome.output,
              NpyFile(c.type.descr, Sizes(to), InFile(expected, to, false)))
        << op;
  }
}

std::vector<Case> Cases(bool with_fortran_order) {
  std::vector<Case> cases;
  for (const TypeCase& type : kTypes) {
    for (int i = 0; i < (with_fortran_order ? 8 : 4); ++i) {
      cases.push_back({type, (i & 1) != 0, (i & 2) != 0, (i & 4) != 0});
    }
  }
  return cases;
}

std::string NameOfCase(const testing::TestParamInfo<Case>& info) {
  const Case& c = info.param;
  return std::string(c.type.flag) + (c.backward ? "Grad" : "Forward") +
         (c.nhwc ? "Nhwc" : "Nchw") + (c.fortran_order ? "Fortran" : "");
}

INSTANTIATE_TEST_SUITE_P(All, BitsTest, testing::ValuesIn(Cases(true)),
                         NameOfCase);
INSTANTIATE_TEST_SUITE_P(All, RawBitsTest, testing::ValuesIn(Cases(false)),
                         NameOfCase);

}  // namespace
}  // namespace backlerp::test
