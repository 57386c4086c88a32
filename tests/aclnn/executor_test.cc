// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The life of an executor: consumed, destroyed, repeated, handed to other
// threads, outliving its tensors.

#include <atomic>
#include <memory>
#include <optional>
#include <thread>

#include "tests/aclnn/client.h"

namespace backlerp::testing {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

// A V2 call on memory of its own, of ones or what a test writes: 4 everywhere.
class ExecutorTest : public ClientTest {
 protected:
  void SetUp() override {
    ClientTest::SetUp();
    grad_out_.emplace(36 * sizeof(float));
    out_.emplace(9 * sizeof(float));
    grad_out_->Write(std::vector<float>(36, 1));
    out_->Write(std::vector<float>(9, -1));
    CallSpec spec = SmallCall(Op::kV2);
    spec.src.data = grad_out_->data();
    spec.out.data = out_->data();
    handles_.emplace(spec);
    ASSERT_EQ(PhaseOne(Op::kV2, handles_->call(), &size_, &executor_),
              ACLNN_SUCCESS);
    workspace_.emplace(size_);
  }

  void TearDown() override {
    EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
    handles_.reset();
    workspace_.reset();
    out_.reset();
    grad_out_.reset();
    ClientTest::TearDown();
  }

  aclnnStatus Run() {
    return PhaseTwo(Op::kV2, workspace_->data(), size_, executor_, stream());
  }
  std::vector<float> Result() {
    EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
    return out_->Read();
  }

  std::optional<DeviceMemory> grad_out_;
  std::optional<DeviceMemory> out_;
  std::optional<DeviceMemory> workspace_;
  std::optional<Handles> handles_;
  uint64_t size_ = 0;
  aclOpExecutor* executor_ = nullptr;
};

TEST_F(ExecutorTest, ShortRunIsDoneAtOnceWhereTheStreamIsIdle) {
  EXPECT_EQ(Run(), ACLNN_SUCCESS);
  EXPECT_THAT(out_->Read(), Each(4));
}

// A task that keeps a stream from what is behind it.
class Gate {
 public:
  explicit Gate(aclrtStream stream) {
    const auto wait = [](void* data) {
      auto& open = *static_cast<std::atomic<bool>*>(data);
      while (!open) std::this_thread::yield();
    };
    EXPECT_EQ(aclrtLaunchHostFunc(stream, wait, &open_), ACL_SUCCESS);
  }
  void Open() { open_ = true; }

 private:
  std::atomic<bool> open_{false};
};

TEST_F(ExecutorTest, ShortRunWaitsForWhatIsBeforeIt) {
  Gate gate(stream());
  EXPECT_EQ(Run(), ACLNN_SUCCESS);
  EXPECT_THAT(out_->Read(), Each(-1));
  gate.Open();
  EXPECT_THAT(Result(), Each(4));
}

TEST_F(ExecutorTest, IsConsumedByItsRun) {
  EXPECT_EQ(Run(), ACLNN_SUCCESS);
  TakeMessage();
  EXPECT_EQ(Run(), ACLNN_ERR_INNER);
  EXPECT_THAT(TakeMessage(),
              HasSubstr("aclnnUpsampleBilinear2dBackwardV2: executor: is no "
                        "live handle, expected an aclOpExecutor"));
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_ERR_INNER);
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor_), ACLNN_ERR_INNER);
  EXPECT_THAT(Result(), Each(4.0F));
}

TEST_F(ExecutorTest, IsDestroyedOnce) {
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_ERR_INNER);
  EXPECT_EQ(Run(), ACLNN_ERR_INNER);
  EXPECT_THAT(Result(), Each(-1.0F));
}

TEST_F(ExecutorTest, MayNeverRun) {
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_SUCCESS);
  EXPECT_THAT(Result(), Each(-1.0F));
}

TEST_F(ExecutorTest, NullsHaveTheirCodes) {
  EXPECT_EQ(aclDestroyAclOpExecutor(nullptr), ACLNN_ERR_INNER_NULLPTR);
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(nullptr), ACLNN_ERR_INNER_NULLPTR);
  for (const Op op : kAllOps) {
    TakeMessage();
    EXPECT_EQ(PhaseTwo(op, nullptr, 0, nullptr, stream()),
              ACLNN_ERR_PARAM_NULLPTR);
    EXPECT_THAT(TakeMessage(),
                HasSubstr(std::string(NameOf(op)) + ": executor: is null"));
  }
  EXPECT_EQ(Run(), ACLNN_SUCCESS);
}

TEST_F(ExecutorTest, OfAnotherOperatorIsRefused) {
  TakeMessage();
  EXPECT_EQ(PhaseTwo(Op::kV1, workspace_->data(), size_, executor_, stream()),
            ACLNN_ERR_INNER);
  EXPECT_THAT(
      TakeMessage(),
      HasSubstr("aclnnUpsampleBilinear2dBackward: executor: maker is "
                "aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize, expected "
                "aclnnUpsampleBilinear2dBackwardGetWorkspaceSize"));
  EXPECT_EQ(Run(), ACLNN_ERR_INNER) << "a one-shot executor is consumed";
  EXPECT_THAT(Result(), Each(-1.0F));
}

TEST_F(ExecutorTest, OutlivesItsTensors) {
  handles_.reset();
  EXPECT_EQ(Run(), ACLNN_SUCCESS) << TakeMessage();
  EXPECT_THAT(Result(), Each(4.0F));
}

TEST_F(ExecutorTest, TensorsMayGoWhileTheWorkIsQueued) {
  Gate gate(stream());
  EXPECT_EQ(Run(), ACLNN_SUCCESS) << TakeMessage();
  handles_.reset();
  gate.Open();
  EXPECT_THAT(Result(), Each(4.0F));
}

TEST_F(ExecutorTest, RunsOnAnotherThread) {
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  aclnnStatus code = -1;
  std::thread([&] {
    EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
    code = Run();
  }).join();
  EXPECT_EQ(code, ACLNN_SUCCESS);
  EXPECT_THAT(Result(), Each(4.0F));
}

TEST_F(ExecutorTest, DefaultStream) {
  EXPECT_EQ(PhaseTwo(Op::kV2, workspace_->data(), size_, executor_, nullptr),
            ACLNN_SUCCESS)
      << TakeMessage();
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_THAT(out_->Read(), Each(4.0F));
}

TEST_F(ExecutorTest, OnlyOneOfManyThreadsGetsIt) {
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> successes = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        successes += Run() == ACLNN_SUCCESS;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(successes, 1);
    ASSERT_EQ(PhaseOne(Op::kV2, handles_->call(), &size_, &executor_),
              ACLNN_SUCCESS);
  }
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_SUCCESS);
  EXPECT_THAT(Result(), Each(4.0F));
}

TEST_F(ExecutorTest, RepeatsUntilDestroyed) {
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor_), ACLNN_SUCCESS);
  for (const float value : {1.0F, 2.0F, 3.0F}) {
    grad_out_->Write(std::vector<float>(36, value));
    EXPECT_EQ(Run(), ACLNN_SUCCESS) << TakeMessage();
    EXPECT_THAT(Result(), Each(4 * value));
  }
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_SUCCESS);
  EXPECT_EQ(Run(), ACLNN_ERR_INNER);
}

TEST_F(ExecutorTest, MayBeDestroyedWhileItsWorkIsQueued) {
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor_), ACLNN_SUCCESS);
  Gate gate(stream());
  EXPECT_EQ(Run(), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_SUCCESS);
  gate.Open();
  EXPECT_THAT(Result(), Each(4.0F));
}

TEST_F(ExecutorTest, UsesTheAddressesOfTheMoment) {
  using Setter =
      aclnnStatus (*)(aclOpExecutor*, const size_t, aclTensor*, void*);
  struct Pair {
    Setter input;
    Setter output;
  };
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor_), ACLNN_SUCCESS);
  float value = 2;
  for (const Pair& set : {Pair{aclSetInputTensorAddr, aclSetOutputTensorAddr},
                          Pair{aclSetTensorAddr, aclSetTensorAddr},
                          Pair{AclSetInputTensorAddr, AclSetOutputTensorAddr},
                          Pair{AclSetTensorAddr, AclSetTensorAddr}}) {
    const DeviceMemory src(36 * sizeof(float));
    const DeviceMemory dst(9 * sizeof(float));
    src.Write(std::vector<float>(36, value));
    EXPECT_EQ(set.input(executor_, 0, handles_->src(), src.data()),
              ACLNN_SUCCESS);
    EXPECT_EQ(set.output(executor_, 0, handles_->out(), dst.data()),
              ACLNN_SUCCESS);
    EXPECT_EQ(Run(), ACLNN_SUCCESS) << TakeMessage();
    EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS);
    EXPECT_THAT(dst.Read(), Each(4 * value));
    value += 1;
  }
  EXPECT_THAT(out_->Read(), Each(-1.0F));
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_SUCCESS);
}

TEST_F(ExecutorTest, RawAddressesCountToo) {
  const DeviceMemory src(36 * sizeof(float));
  src.Write(std::vector<float>(36, 5));
  EXPECT_EQ(aclSetRawTensorAddr(handles_->src(), src.data()), ACLNN_SUCCESS);
  EXPECT_EQ(Run(), ACLNN_SUCCESS) << TakeMessage();
  EXPECT_THAT(Result(), Each(20.0F));
}

TEST_F(ExecutorTest, KeepsTheShapeOfPhaseOne) {
  const Dims dims = {1};
  EXPECT_EQ(aclInitTensor(handles_->src(), dims.data(), 1, ACL_INT8, nullptr, 9,
                          ACL_FORMAT_ND, dims.data(), 1, nullptr),
            ACLNN_SUCCESS);
  EXPECT_EQ(Run(), ACLNN_SUCCESS) << TakeMessage();
  EXPECT_THAT(Result(), Each(4.0F));
}

TEST_F(ExecutorTest, AddressSettersCheckTheirArguments) {
  void* address = out_->data();
  EXPECT_EQ(aclSetTensorAddr(executor_, 0, nullptr, address),
            ACLNN_ERR_INNER_NULLPTR);
  // The tensor gets its address all the same.
  EXPECT_EQ(aclSetTensorAddr(nullptr, 0, handles_->src(), address),
            ACLNN_ERR_INNER_NULLPTR);
  void* raw = nullptr;
  EXPECT_EQ(aclGetRawTensorAddr(handles_->src(), &raw), ACLNN_SUCCESS);
  EXPECT_EQ(raw, address);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_SUCCESS);
  EXPECT_EQ(aclSetTensorAddr(executor_, 0, handles_->src(), address),
            ACLNN_ERR_INNER);
  aclTensor* dead = CreateTensor({.dims = {1}});
  EXPECT_EQ(aclDestroyTensor(dead), ACLNN_SUCCESS);
  EXPECT_EQ(aclSetTensorAddr(executor_, 0, dead, address),
            ACLNN_ERR_PARAM_INVALID);
}

TEST_F(ExecutorTest, AddressesInLists) {
  using Setter = aclnnStatus (*)(aclOpExecutor*, size_t, const size_t,
                                 aclTensorList*, void*);
  const aclTensor* tensor = CreateTensor({.dims = {1}});
  aclTensorList* list = aclCreateTensorList(&tensor, 1);
  for (const Setter setter :
       {aclSetDynamicInputTensorAddr, aclSetDynamicOutputTensorAddr,
        aclSetDynamicTensorAddr, AclSetDynamicInputTensorAddr,
        AclSetDynamicOutputTensorAddr, AclSetDynamicTensorAddr}) {
    EXPECT_EQ(aclSetRawTensorAddr(const_cast<aclTensor*>(tensor), nullptr),
              ACLNN_SUCCESS);
    EXPECT_EQ(setter(executor_, 0, 0, list, &list), ACLNN_SUCCESS);
    void* address = nullptr;
    EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), ACLNN_SUCCESS);
    EXPECT_EQ(address, &list);
    TakeMessage();
    EXPECT_EQ(setter(executor_, 0, 1, list, &list), ACLNN_ERR_PARAM_INVALID);
    EXPECT_THAT(TakeMessage(),
                HasSubstr("relativeIndex: value is 1, expected less than 1"));
    EXPECT_EQ(setter(executor_, 0, 0, nullptr, &list), ACLNN_ERR_INNER_NULLPTR);
    EXPECT_EQ(setter(nullptr, 0, 0, list, &list), ACLNN_ERR_INNER_NULLPTR);
  }
  EXPECT_EQ(aclDestroyTensorList(list), ACLNN_SUCCESS);
  EXPECT_EQ(Run(), ACLNN_SUCCESS);
}

TEST_F(ExecutorTest, NeedsAContextOrALiveStream) {
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor_), ACLNN_SUCCESS);
  TakeMessage();
  EXPECT_EQ(PhaseTwo(Op::kV2, workspace_->data(), size_, executor_,
                     reinterpret_cast<aclrtStream>(uintptr_t{0x77})),
            ACLNN_ERR_RUNTIME_ERROR);
  EXPECT_THAT(TakeMessage(),
              HasSubstr("aclnnUpsampleBilinear2dBackwardV2: stream: state is "
                        "code 107017: it is not live, expected a live stream"));
  std::thread([&] {
    EXPECT_EQ(PhaseTwo(Op::kV2, workspace_->data(), size_, executor_, nullptr),
              ACLNN_ERR_RUNTIME_ERROR);
    EXPECT_THAT(TakeMessage(),
                HasSubstr("code 107002: the thread has no current context, "
                          "expected a live stream, or null after "
                          "aclrtSetDevice"));
  }).join();
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), ACLNN_SUCCESS);
  EXPECT_THAT(Result(), Each(-1.0F));
}

}  // namespace
}  // namespace backlerp::testing
