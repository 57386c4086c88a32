// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/aclnn/client.h"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>

#include "aclnnop/aclnn_ops_cv.h"

namespace backlerp::testing {
namespace {

constexpr uint64_t kUntouchedSize = 0xDEADBEEF;
aclOpExecutor* const kUntouchedExecutor =
    reinterpret_cast<aclOpExecutor*>(uintptr_t{0x1234});

}  // namespace

DeviceMemory::DeviceMemory(size_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  EXPECT_EQ(aclrtMalloc(&data_, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  // Operators look whether what they are given is NaN: valgrind asks for
  // values.
  EXPECT_EQ(aclrtMemset(data_, bytes, 0, bytes), ACL_SUCCESS);
}

DeviceMemory::~DeviceMemory() {
  if (data_ == nullptr) return;
  EXPECT_EQ(aclrtFree(data_), ACL_SUCCESS);
}

void DeviceMemory::Write(const std::vector<float>& values) const {
  const size_t bytes = values.size() * sizeof(float);
  ASSERT_LE(bytes, bytes_);
  if (bytes == 0) return;
  ASSERT_EQ(aclrtMemcpy(data_, bytes_, values.data(), bytes,
                        ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
}

std::vector<float> DeviceMemory::Read() const {
  std::vector<float> values(bytes_ / sizeof(float));
  const size_t bytes = values.size() * sizeof(float);
  if (bytes == 0) return values;
  EXPECT_EQ(aclrtMemcpy(values.data(), bytes, data_, bytes,
                        ACL_MEMCPY_DEVICE_TO_HOST),
            ACL_SUCCESS);
  return values;
}

aclTensor* CreateTensor(const TensorSpec& spec) {
  aclTensor* tensor = aclCreateTensor(
      spec.dims.data(), spec.dims.size(), spec.dtype,
      spec.strides.empty() ? nullptr : spec.strides.data(), spec.offset,
      spec.format, spec.dims.data(), spec.dims.size(), spec.data);
  EXPECT_NE(tensor, nullptr);
  return tensor;
}

aclIntArray* CreateIntArray(const Dims& values) {
  aclIntArray* array = aclCreateIntArray(values.data(), values.size());
  EXPECT_NE(array, nullptr);
  return array;
}

const char* NameOf(Op op) {
  switch (op) {
    case Op::kV2:
      return "aclnnUpsampleBilinear2dBackwardV2";
    case Op::kV1:
      return "aclnnUpsampleBilinear2dBackward";
    case Op::kForward:
      return "aclnnUpsampleBilinear2d";
  }
  return "";
}

std::string PhaseOneName(Op op) {
  return std::string(NameOf(op)) + "GetWorkspaceSize";
}

const char* SourceName(Op op) {
  return op == Op::kForward ? "self" : "gradOut";
}

aclnnStatus PhaseOne(Op op, const RawCall& c, uint64_t* workspace_size,
                     aclOpExecutor** executor) {
  if (op == Op::kForward) {
    return aclnnUpsampleBilinear2dGetWorkspaceSize(
        c.src, c.output_size, c.align_corners, c.scale_h, c.scale_w, c.out,
        workspace_size, executor);
  }
  const auto phase_one = op == Op::kV2
                             ? aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize
                             : aclnnUpsampleBilinear2dBackwardGetWorkspaceSize;
  return phase_one(c.src, c.output_size, c.input_size, c.align_corners,
                   c.scale_h, c.scale_w, c.out, workspace_size, executor);
}

aclnnStatus PhaseTwo(Op op, void* workspace, uint64_t workspace_size,
                     aclOpExecutor* executor, aclrtStream stream) {
  switch (op) {
    case Op::kV2:
      return aclnnUpsampleBilinear2dBackwardV2(workspace, workspace_size,
                                               executor, stream);
    case Op::kV1:
      return aclnnUpsampleBilinear2dBackward(workspace, workspace_size,
                                             executor, stream);
    case Op::kForward:
      return aclnnUpsampleBilinear2d(workspace, workspace_size, executor,
                                     stream);
  }
  return -1;
}

CallSpec SmallCall(Op op) {
  CallSpec spec;
  spec.output_size = {6, 6};
  spec.src.dims = {1, 1, 6, 6};
  spec.out.dims = {1, 1, 3, 3};
  if (op == Op::kForward) {
    std::swap(spec.src.dims, spec.out.dims);
  } else {
    spec.input_size = {1, 1, 3, 3};
  }
  return spec;
}

Handles::Handles(const CallSpec& spec) : src_(CreateTensor(spec.src)) {
  call_.src = src_;
  call_.output_size = CreateIntArray(spec.output_size);
  call_.input_size = CreateIntArray(spec.input_size);
  call_.align_corners = spec.align_corners;
  call_.scale_h = spec.scale_h;
  call_.scale_w = spec.scale_w;
  call_.out = CreateTensor(spec.out);
}

Handles::~Handles() {
  DestroyTensors();
  EXPECT_EQ(aclDestroyIntArray(call_.output_size), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyIntArray(call_.input_size), ACLNN_SUCCESS);
}

void Handles::DestroyTensors() {
  EXPECT_EQ(aclDestroyTensor(std::exchange(src_, nullptr)), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyTensor(std::exchange(call_.out, nullptr)), ACLNN_SUCCESS);
  call_.src = nullptr;
}

aclnnStatus PhaseOneCode(Op op, const CallSpec& spec) {
  const Handles handles(spec);
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus code =
      PhaseOne(op, handles.call(), &workspace_size, &executor);
  if (code == ACLNN_SUCCESS) {
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS);
  } else {
    EXPECT_EQ(executor, nullptr);
  }
  return code;
}

std::string TakeMessage() {
  const char* text = aclGetRecentErrMsg();
  return text == nullptr ? "" : text;
}

void ExpectRefused(Op op, const RawCall& call, aclnnStatus code,
                   std::initializer_list<const char*> parts) {
  TakeMessage();
  uint64_t workspace_size = kUntouchedSize;
  aclOpExecutor* executor = kUntouchedExecutor;
  EXPECT_EQ(PhaseOne(op, call, &workspace_size, &executor), code);
  EXPECT_EQ(workspace_size, kUntouchedSize);
  EXPECT_EQ(executor, kUntouchedExecutor);
  const std::string message = TakeMessage();
  EXPECT_THAT(message, ::testing::HasSubstr(PhaseOneName(op) + ": "));
  for (const char* part : parts) {
    EXPECT_THAT(message, ::testing::HasSubstr(part));
  }
}

void ExpectRefused(Op op, const CallSpec& given, aclnnStatus code,
                   std::initializer_list<const char*> parts) {
  SCOPED_TRACE(NameOf(op));
  std::vector<float> out(4096, -7);
  CallSpec spec = given;
  if (spec.out.data == nullptr) spec.out.data = out.data();
  const Handles handles(spec);
  ExpectRefused(op, handles.call(), code, parts);
  EXPECT_THAT(out, ::testing::Each(-7.0F));
}

void ClientTest::SetUp() { Start(); }

void ClientTest::TearDown() {
  Stop();
  for (const std::string& name : variables_) unsetenv(name.c_str());
}

void ClientTest::Start() {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
  TakeMessage();
}

void ClientTest::Stop() {
  EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

void ClientTest::Restart(
    const std::vector<std::pair<std::string, std::string>>& variables) {
  Stop();
  for (const auto& [name, value] : variables) {
    setenv(name.c_str(), value.c_str(), /*overwrite=*/1);
    variables_.push_back(name);
  }
  Start();
}

std::vector<float> ClientTest::Compute(Op op, CallSpec spec,
                                       const std::vector<float>& values) {
  const DeviceMemory src(values.size() * sizeof(float));
  const DeviceMemory out(ElementsOf(spec.out.dims) * sizeof(float));
  src.Write(values);
  out.Write(std::vector<float>(out.bytes() / sizeof(float),
                               std::numeric_limits<float>::quiet_NaN()));
  spec.src.data = src.data();
  spec.out.data = out.data();
  const Handles handles(spec);
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(PhaseOne(op, handles.call(), &workspace_size, &executor),
            ACLNN_SUCCESS)
      << TakeMessage();
  const DeviceMemory workspace(workspace_size);
  EXPECT_EQ(PhaseTwo(op, workspace.data(), workspace_size, executor, stream()),
            ACLNN_SUCCESS)
      << TakeMessage();
  EXPECT_EQ(aclrtSynchronizeStream(stream()), ACL_SUCCESS) << TakeMessage();
  return out.Read();
}

std::vector<float> Iota(size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 1.0F);
  return values;
}

size_t ElementsOf(const Dims& dims) {
  size_t count = 1;
  for (const int64_t dim : dims) count *= static_cast<size_t>(dim);
  return count;
}

}  // namespace backlerp::testing
