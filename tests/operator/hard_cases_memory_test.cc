// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Hard case 38: workspace and everything that a run allocates stay below the
// size of the tensors themselves.

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/element.h"
#include "tests/support/limits.h"
#include "tests/support/operator_call.h"

namespace backlerp::test {
namespace {

// A line of /proc/self/status, in bytes; -1 where there is none.
int64_t StatusBytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != name + ":") continue;
    int64_t kilobytes = -1;
    status >> kilobytes;
    return kilobytes * 1024;
  }
  return -1;
}

// Makes the peak (VmHWM) start again from what is in memory now.
bool ResetPeak() {
  std::ofstream clear("/proc/self/clear_refs");
  clear << "5" << std::flush;
  return clear.good();
}

class HardCase38 : public testing::TestWithParam<DataType> {
 protected:
  size_t element() const { return FormatOf(GetParam()).bytes; }
  size_t src_bytes() const { return size_t{64} * 1024 * 1024 * element(); }
  size_t dst_bytes() const { return size_t{64} * 512 * 512 * element(); }
};

TEST_P(HardCase38, ARunTakesLessMemoryThanItsTensors) {
  if (kSlowBuild) GTEST_SKIP() << "sanitizers take memory of their own";
  if (!ResetPeak()) GTEST_SKIP() << "/proc/self/clear_refs is not writable";
  const AclSession session;
  DeviceBuffer src(src_bytes());
  DeviceBuffer dst(dst_bytes());
  src.Fill(0);  // the pages are there before the run
  dst.Fill(0xFF);
  const std::vector<int64_t> src_dims = {1, 64, 1024, 1024};
  const std::vector<int64_t> dst_dims = {1, 64, 512, 512};
  const TensorHandle grad_out(
      {src_dims, PackedStrides(src_dims), 0, ACL_FORMAT_NCHW},
      AclTypeOf(GetParam()), src.data());
  const TensorHandle grad_in(
      {dst_dims, PackedStrides(dst_dims), 0, ACL_FORMAT_NCHW},
      AclTypeOf(GetParam()), dst.data());
  const IntArrayHandle output_size({1024, 1024});
  const IntArrayHandle input_size(dst_dims);
  const OperatorArguments arguments = {
      Operator::kV2,           grad_out.get(),
      output_size.get(),       input_size.get(),
      /*align_corners=*/false, /*scale_h=*/0,
      /*scale_w=*/0,           grad_in.get()};

  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  ThrowUnlessSuccess(FirstPhase(arguments, &workspace_size, &executor),
                     "first phase");
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
  EXPECT_LE(workspace_size, src_bytes() + dst_bytes());

  ASSERT_TRUE(ResetPeak());
  const int64_t before = StatusBytes("VmRSS");
  RunToEnd(arguments, session);
  const int64_t peak = StatusBytes("VmHWM");
  ASSERT_GT(before, static_cast<int64_t>(src_bytes()));
  EXPECT_LE(peak - before, static_cast<int64_t>(src_bytes() + dst_bytes()));
}

INSTANTIATE_TEST_SUITE_P(
    Types, HardCase38, testing::Values(DataType::kFloat32, DataType::kBFloat16),
    [](const auto& type) { return std::string(NameOf(type.param)); });

}  // namespace
}  // namespace backlerp::test
