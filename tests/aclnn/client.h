// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What a client of the C API needs to make calls with few words: buffers,
// handles that clean up, one shape of call for the three operators. Includes
// public headers only.

#ifndef BACKLERP_TESTS_ACLNN_CLIENT_H_
#define BACKLERP_TESTS_ACLNN_CLIENT_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opdev/op_errno.h"

namespace backlerp::testing {

using Dims = std::vector<int64_t>;

// aclrtMalloc'd memory. Zero bytes allocate nothing: data() is null.
class DeviceMemory {
 public:
  explicit DeviceMemory(size_t bytes);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }
  void Write(const std::vector<float>& values) const;
  std::vector<float> Read() const;

 private:
  void* data_ = nullptr;
  size_t bytes_;
};

struct TensorSpec {
  Dims dims;
  aclDataType dtype = ACL_FLOAT;
  aclFormat format = ACL_FORMAT_NCHW;
  void* data = nullptr;
  Dims strides = {};  // empty: packed
  int64_t offset = 0;
};

aclTensor* CreateTensor(const TensorSpec& spec);
aclIntArray* CreateIntArray(const Dims& values);

enum class Op { kV2, kV1, kForward };
inline constexpr Op kAllOps[] = {Op::kV2, Op::kV1, Op::kForward};
inline constexpr Op kGradients[] = {Op::kV2, Op::kV1};

const char* NameOf(Op op);  // phase 2's function
std::string PhaseOneName(Op op);
const char* SourceName(Op op);  // "gradOut" or "self"

// One call of phase 1, with the handles' life left to the test.
struct RawCall {
  const aclTensor* src = nullptr;  // gradOut or self
  const aclIntArray* output_size = nullptr;
  const aclIntArray* input_size = nullptr;  // not for kForward
  bool align_corners = false;
  double scale_h = 0;
  double scale_w = 0;
  aclTensor* out = nullptr;
};

aclnnStatus PhaseOne(Op op, const RawCall& call, uint64_t* workspace_size,
                     aclOpExecutor** executor);
aclnnStatus PhaseTwo(Op op, void* workspace, uint64_t workspace_size,
                     aclOpExecutor* executor, aclrtStream stream);

// The same with descriptions in the place of handles.
struct CallSpec {
  TensorSpec src;
  Dims output_size;
  Dims input_size = {};  // not for kForward
  TensorSpec out = {};
  bool align_corners = false;
  double scale_h = 0;
  double scale_w = 0;
};

// 3x3 <- 6x6 (or, forward, -> 6x6) in NCHW and float32, which all accept.
CallSpec SmallCall(Op op);

// The handles of a CallSpec, destroyed at the end of the scope.
class Handles {
 public:
  explicit Handles(const CallSpec& spec);
  ~Handles();
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;

  const RawCall& call() const { return call_; }
  aclTensor* src() const { return src_; }
  aclTensor* out() const { return call_.out; }
  // Destroys the tensors now.
  void DestroyTensors();

 private:
  RawCall call_;
  aclTensor* src_ = nullptr;
};

// The code of phase 1; an executor that it makes is destroyed.
aclnnStatus PhaseOneCode(Op op, const CallSpec& spec);

// The thread's error text, "" where there is none; clears it.
std::string TakeMessage();

// Phase 1 answers `code`; its message holds the function's name and `parts`;
// neither result nor the output's memory is touched.
void ExpectRefused(Op op, const CallSpec& spec, aclnnStatus code,
                   std::initializer_list<const char*> parts);
void ExpectRefused(Op op, const RawCall& call, aclnnStatus code,
                   std::initializer_list<const char*> parts);

// Initialised, with a device and a stream.
class ClientTest : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  // Starts the library again under these variables; TearDown unsets them.
  void Restart(
      const std::vector<std::pair<std::string, std::string>>& variables);

  // Both phases and the wait; returns the output's floats. `spec`'s tensors get
  // memory here: gradOut (or self) with `values`, out with NaN.
  std::vector<float> Compute(Op op, CallSpec spec,
                             const std::vector<float>& values);

  aclrtStream stream() const { return stream_; }

 private:
  void Start();
  void Stop();

  aclrtStream stream_ = nullptr;
  std::vector<std::string> variables_;
};

std::vector<float> Iota(size_t count);  // 1, 2, 3, ...
size_t ElementsOf(const Dims& dims);

}  // namespace backlerp::testing

#endif  // BACKLERP_TESTS_ACLNN_CLIENT_H_
