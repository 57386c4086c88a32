// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Groups of images are the whole tensor, whatever their size.

#include "cli/resample.h"

#include <cstdint>
#include <string>
#include <vector>

#include "cli/failure.h"
#include "gtest/gtest.h"
#include "tests/cli/program.h"
#include "tests/support/element.h"
#include "tests/support/layout.h"
#include "tests/support/plan_run.h"
#include "tests/support/random.h"

namespace backlerp::cli {
namespace {

constexpr int64_t kN = 3;
constexpr int64_t kC = 5;
// Of one image, in and out.
constexpr int64_t kImageBytes = (4 * 6 + 7 * 9) * 4;

class ResampleTest : public testing::Test {
 protected:
  ResampleTest() {
    job_.problem = test::PackedProblem(Direction::kBackward, DataType::kFloat32,
                                       kC, /*in_h=*/4, /*in_w=*/6, /*out_h=*/7,
                                       /*out_w=*/9);
    job_.problem.n = kN;
    src_ = test::EncodeAll(
        DataType::kFloat32,
        test::Normals(DataType::kFloat32, kN * kC * 7 * 9, test::Seed()));
    expected_ = test::RunPacked(job_.problem, src_);
  }

  void ReadFrom(const std::vector<std::byte>& memory, const Strides& strides) {
    job_.problem.out_strides = strides;
    job_.src = {memory.data(), kN, kC, 7, 9, strides};
  }

  // The file's contents, and how many groups there were.
  std::string Result(int64_t group_bytes, int64_t* groups) {
    job_.group_bytes = group_bytes;
    *groups = 0;
    int64_t images = 0;
    OutputFile file(folder_ / "dst.bin", expected_.size());
    Resample(job_, &file, [&](int64_t done) {
      ++*groups;
      EXPECT_GT(done, images);
      images = done;
    });
    EXPECT_EQ(images, kN * kC);
    file.Commit();
    return test::ReadText(folder_ / "dst.bin");
  }

  test::Folder folder_;
  Resampling job_;
  std::vector<std::byte> src_;  // NCHW
  std::vector<std::byte> expected_;
};

TEST_F(ResampleTest, GroupsOfImagesAreTheWhole) {
  struct Case {
    int64_t images;  // that fit into a group
    int64_t groups;
  };
  const int64_t h_major = kN * kC;
  const Strides fortran = {1, kN, h_major, h_major * 7};
  std::vector<std::byte> scattered(src_.size());
  test::Scatter(DataType::kFloat32, {{kN, kC, 7, 9}, fortran}, src_,
                scattered.data());
  // Less than an image, an image, pieces of a sample, samples, everything.
  for (const Case& c : {Case{0, 15}, Case{1, 15}, Case{2, 9}, Case{4, 6},
                        Case{5, 3}, Case{11, 2}, Case{100, 1}}) {
    int64_t groups = 0;
    ReadFrom(src_, PackedNchw(kC, 7, 9));
    EXPECT_EQ(Result(c.images * kImageBytes, &groups), test::TextOf(expected_));
    EXPECT_EQ(groups, c.groups) << c.images;
    ReadFrom(scattered, fortran);
    EXPECT_EQ(Result(c.images * kImageBytes, &groups), test::TextOf(expected_));
    EXPECT_EQ(groups, c.groups) << c.images;
  }
}

TEST_F(ResampleTest, SamplesStayWholeWithChannelsLast) {
  const auto in_order = [](const std::vector<std::byte>& nchw, int64_t h,
                           int64_t w) {
    std::vector<std::byte> nhwc(nchw.size());
    test::Scatter(DataType::kFloat32, test::PackedNhwcLayout({kN, kC, h, w}),
                  nchw, nhwc.data());
    return nhwc;
  };
  const std::vector<std::byte> nhwc = in_order(src_, 7, 9);
  job_.nhwc = true;
  job_.problem.in_strides = PackedNhwc(kC, 4, 6);
  ReadFrom(nhwc, PackedNhwc(kC, 7, 9));
  int64_t groups = 0;
  EXPECT_EQ(Result(kImageBytes, &groups),
            test::TextOf(in_order(expected_, 4, 6)));
  EXPECT_EQ(groups, kN);
  EXPECT_EQ(Result(100 * kImageBytes, &groups),
            test::TextOf(in_order(expected_, 4, 6)));
  EXPECT_EQ(groups, 1);
}

TEST_F(ResampleTest, AFileThatIsNotCommittedIsGone) {
  { const OutputFile file(folder_ / "dst.bin", 100); }
  EXPECT_TRUE(folder_.Names().empty());
}

}  // namespace
}  // namespace backlerp::cli
