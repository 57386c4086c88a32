// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What phase 2 says of memory: workspaces, missing addresses, views that leave
// their block, overlaps. A refused run writes nothing.

#include <optional>

#include "tests/aclnn/client.h"

namespace backlerp::testing {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

class MemoryTest : public ClientTest {
 protected:
  // Both phases; `workspace` is made here. Returns phase 2's code.
  aclnnStatus Run(const CallSpec& spec) {
    const Handles handles(spec);
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    EXPECT_EQ(PhaseOne(Op::kV2, handles.call(), &size, &executor),
              ACLNN_SUCCESS)
        << TakeMessage();
    const DeviceMemory workspace(size);
    TakeMessage();
    const aclnnStatus code =
        PhaseTwo(Op::kV2, workspace.data(), size, executor, stream());
    EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_ERR_INNER)
        << "consumed, also on failure";
    return code;
  }
};

// Big and odd enough that no kernel does without a workspace... if one does,
// the test says so.
CallSpec WideCall() {
  CallSpec spec;
  spec.src.dims = {1, 2, 20, 30};
  spec.output_size = {20, 30};
  spec.input_size = spec.out.dims = {1, 2, 7, 11};
  return spec;
}

class WorkspaceTest : public ClientTest {
 protected:
  void SetUp() override {
    ClientTest::SetUp();
    CallSpec spec = WideCall();
    src_.emplace(ElementsOf(spec.src.dims) * sizeof(float));
    out_.emplace(ElementsOf(spec.out.dims) * sizeof(float));
    src_->Write(Iota(ElementsOf(spec.src.dims)));
    out_->Write(std::vector<float>(ElementsOf(spec.out.dims), -1));
    spec.src.data = src_->data();
    spec.out.data = out_->data();
    handles_.emplace(spec);
    ASSERT_EQ(PhaseOne(Op::kV2, handles_->call(), &size_, &executor_),
              ACLNN_SUCCESS);
  }
  void TearDown() override {
    handles_.reset();
    src_.reset();
    out_.reset();
    ClientTest::TearDown();
  }
  void ExpectNothingWritten() {
    EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
    EXPECT_THAT(out_->Read(), Each(-1.0F));
  }

  std::optional<DeviceMemory> src_;
  std::optional<DeviceMemory> out_;
  std::optional<Handles> handles_;
  uint64_t size_ = 0;
  aclOpExecutor* executor_ = nullptr;
};

TEST_F(WorkspaceTest, NullWithASizeDestroysTheExecutor) {
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor_), ACLNN_SUCCESS);
  TakeMessage();
  EXPECT_EQ(PhaseTwo(Op::kV2, nullptr, 64, executor_, stream()),
            ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_THAT(TakeMessage(),
              HasSubstr("aclnnUpsampleBilinear2dBackwardV2: workspace: is "
                        "null, expected a value"));
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_ERR_INNER);
  ExpectNothingWritten();
}

TEST_F(WorkspaceTest, TooSmall) {
  if (size_ == 0) {
    EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_SUCCESS);
    GTEST_SKIP() << "this machine's kernel needs no workspace";
  }
  const DeviceMemory workspace(size_);
  TakeMessage();
  EXPECT_EQ(PhaseTwo(Op::kV2, workspace.data(), size_ - 1, executor_, stream()),
            ACLNN_ERR_PARAM_INVALID);
  EXPECT_THAT(TakeMessage(),
              HasSubstr("workspaceSize: value is " + std::to_string(size_ - 1) +
                        ", expected at least " + std::to_string(size_)));
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_ERR_INNER);
  ExpectNothingWritten();
}

TEST_F(WorkspaceTest, LargerIsFine) {
  const DeviceMemory workspace(size_ + 100);
  EXPECT_EQ(
      PhaseTwo(Op::kV2, workspace.data(), size_ + 100, executor_, stream()),
      ACLNN_SUCCESS)
      << TakeMessage();
  EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
}

TEST_F(WorkspaceTest, LeavesItsBlock) {
  if (size_ == 0) {
    EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_SUCCESS);
    GTEST_SKIP() << "this machine's kernel needs no workspace";
  }
  const DeviceMemory workspace(size_ - 1);
  TakeMessage();
  EXPECT_EQ(PhaseTwo(Op::kV2, workspace.data(), size_, executor_, stream()),
            ACLNN_ERR_PARAM_INVALID);
  EXPECT_THAT(TakeMessage(), HasSubstr("workspace: memory is [0x"));
  ExpectNothingWritten();
}

TEST_F(WorkspaceTest, OverlapsATensor) {
  if (size_ == 0) {
    EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_SUCCESS);
    GTEST_SKIP() << "this machine's kernel needs no workspace";
  }
  // All three in one block, the workspace first and one byte too far.
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor_), ACLNN_SUCCESS);
  const uint64_t whole = (size_ + 3) / 4 * 4;
  const DeviceMemory block(whole + src_->bytes());
  auto* bytes = static_cast<std::byte*>(block.data());
  EXPECT_EQ(aclSetRawTensorAddr(handles_->src(), bytes + whole - 4),
            ACLNN_SUCCESS);
  TakeMessage();
  EXPECT_EQ(
      PhaseTwo(Op::kV2, bytes + (whole - size_), size_, executor_, stream()),
      ACLNN_ERR_PARAM_INVALID);
  EXPECT_THAT(TakeMessage(), HasSubstr("expected no overlap with gradOut at"));
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_SUCCESS);
  ExpectNothingWritten();
}

TEST_F(MemoryTest, NoAddress) {
  const DeviceMemory memory(36 * sizeof(float));
  CallSpec spec = SmallCall(Op::kV2);
  spec.out.data = memory.data();
  EXPECT_EQ(Run(spec), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_THAT(TakeMessage(), HasSubstr("gradOut: is null, expected a value"));
  std::swap(spec.src.data, spec.out.data);
  EXPECT_EQ(Run(spec), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_THAT(TakeMessage(), HasSubstr("out: is null"));
}

TEST_F(MemoryTest, Misaligned) {
  const DeviceMemory src(37 * sizeof(float));
  const DeviceMemory out(9 * sizeof(float));
  CallSpec spec = SmallCall(Op::kV2);
  spec.src.data = static_cast<std::byte*>(src.data()) + 2;
  spec.out.data = out.data();
  EXPECT_EQ(Run(spec), ACLNN_ERR_PARAM_INVALID);
  EXPECT_THAT(TakeMessage(), HasSubstr("gradOut: address is 0x"));
  spec.src.dtype = spec.out.dtype = ACL_FLOAT16;  // 2 bytes are enough then
  EXPECT_EQ(Run(spec), ACLNN_SUCCESS) << TakeMessage();
}

TEST_F(MemoryTest, ViewsThatLeaveTheirBlock) {
  const DeviceMemory src(36 * sizeof(float));
  const DeviceMemory out(9 * sizeof(float));
  const DeviceMemory small(8 * sizeof(float));
  src.Write(std::vector<float>(36, 1));
  out.Write(std::vector<float>(9, -1));
  CallSpec fits = SmallCall(Op::kV2);
  fits.src.data = src.data();
  fits.out.data = out.data();
  EXPECT_EQ(Run(fits), ACLNN_SUCCESS) << TakeMessage();
  EXPECT_THAT(out.Read(), Each(4.0F));
  out.Write(std::vector<float>(9, -1));

  CallSpec spec = fits;
  spec.out.data = small.data();
  EXPECT_EQ(Run(spec), ACLNN_ERR_PARAM_INVALID);
  EXPECT_THAT(TakeMessage(), HasSubstr("out: memory is [0x"));

  spec = fits;
  spec.src.offset = 1;
  EXPECT_EQ(Run(spec), ACLNN_ERR_PARAM_INVALID);
  EXPECT_THAT(TakeMessage(),
              HasSubstr("expected a part of the allocated block [0x"));
  spec.src.offset = -1;
  EXPECT_EQ(Run(spec), ACLNN_ERR_PARAM_INVALID);
  // Far beyond, where no block is.
  spec.src.offset = int64_t{1} << 40;
  EXPECT_EQ(Run(spec), ACLNN_ERR_PARAM_INVALID);

  spec = fits;
  spec.src.strides = {0, 0, 7, 1};
  EXPECT_EQ(Run(spec), ACLNN_ERR_PARAM_INVALID);

  // Storage dims decide nothing; CreateTensor passes the view's.
  EXPECT_THAT(out.Read(), Each(-1.0F));
}

TEST_F(MemoryTest, NegativeStrides) {
  const DeviceMemory src(36 * sizeof(float));
  const DeviceMemory out(9 * sizeof(float));
  CallSpec spec = SmallCall(Op::kV2);
  src.Write(Iota(36));
  spec.src.data = src.data();
  spec.out.data = out.data();
  spec.src.strides = {0, 0, -6, -1};
  spec.src.offset = 35;
  EXPECT_EQ(Run(spec), ACLNN_SUCCESS) << TakeMessage();
  // The gradient of 36 .. 1: case 11 of 1 .. 36, back to front.
  EXPECT_THAT(out.Read(), ::testing::ElementsAre(126.5F, 119, 111.5F, 81.5F, 74,
                                                 66.5F, 36.5F, 29, 21.5F));
  spec.src.offset = 34;
  EXPECT_EQ(Run(spec), ACLNN_ERR_PARAM_INVALID);
}

TEST_F(MemoryTest, HostMemoryIsMemory) {
  std::vector<float> src(36, 1);
  std::vector<float> out(9, -1);
  CallSpec spec = SmallCall(Op::kV2);
  spec.src.data = src.data();
  spec.out.data = out.data();
  EXPECT_EQ(Run(spec), ACLNN_SUCCESS) << TakeMessage();
  EXPECT_THAT(out, Each(4.0F));
}

TEST_F(MemoryTest, AddressesThatWrapAround) {
  std::vector<float> out(9, -1);
  CallSpec spec = SmallCall(Op::kV2);
  spec.src.data = reinterpret_cast<void*>(uintptr_t{16});
  spec.src.offset = -8;
  spec.out.data = out.data();
  EXPECT_EQ(Run(spec), ACLNN_ERR_PARAM_INVALID);
  EXPECT_THAT(TakeMessage(), HasSubstr("gradOut: address is 0x10, expected"));
}

TEST_F(MemoryTest, AddressesThatComeToOverlap) {
  const DeviceMemory memory(64 * sizeof(float));
  memory.Write(std::vector<float>(64, -1));
  auto* floats = static_cast<float*>(memory.data());
  CallSpec spec = SmallCall(Op::kV2);
  spec.src.data = floats;
  spec.out.data = floats + 36;
  const Handles handles(spec);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(PhaseOne(Op::kV2, handles.call(), &size, &executor), ACLNN_SUCCESS);
  EXPECT_EQ(aclSetOutputTensorAddr(executor, 0, handles.out(), floats + 35),
            ACLNN_SUCCESS);
  const DeviceMemory workspace(size);
  TakeMessage();
  EXPECT_EQ(PhaseTwo(Op::kV2, workspace.data(), size, executor, stream()),
            ACLNN_ERR_PARAM_INVALID);
  EXPECT_THAT(TakeMessage(), HasSubstr("out: memory is [0x"));
  EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
  EXPECT_THAT(memory.Read(), Each(-1.0F));
}

}  // namespace
}  // namespace backlerp::testing
