// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The C API as objects that clean up after themselves. Any status but success
// is thrown as std::runtime_error, with the library's own message, which
// GoogleTest reports as the test's failure.

#ifndef BACKLERP_TESTS_SUPPORT_ACL_SESSION_H_
#define BACKLERP_TESTS_SUPPORT_ACL_SESSION_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"

namespace backlerp::test {

// The text of aclGetRecentErrMsg, "" where there is none.
std::string RecentErrorMessage();

void ThrowUnlessSuccess(int status, const char* call);

// Environment variables for a while; afterwards they are as before.
using Variables = std::vector<std::pair<std::string, std::string>>;
class ScopedEnvironment {
 public:
  explicit ScopedEnvironment(const Variables& variables);
  ~ScopedEnvironment();
  ScopedEnvironment(const ScopedEnvironment&) = delete;
  ScopedEnvironment& operator=(const ScopedEnvironment&) = delete;

 private:
  struct Saved {
    std::string name;
    bool was_set;
    std::string value;
  };
  std::vector<Saved> saved_;
};

// aclInit, device 0 and a stream of its own. The library reads its options when
// it is initialised: `variables` hold for the session.
class AclSession {
 public:
  explicit AclSession(const Variables& variables = {});
  ~AclSession();
  AclSession(const AclSession&) = delete;
  AclSession& operator=(const AclSession&) = delete;

  aclrtStream stream() const { return stream_; }
  void Synchronize() const;

 private:
  ScopedEnvironment environment_;
  aclrtStream stream_ = nullptr;
};

class DeviceBuffer {
 public:
  explicit DeviceBuffer(size_t bytes);
  explicit DeviceBuffer(const std::vector<std::byte>& contents);
  ~DeviceBuffer();
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  void* data() const { return data_; }
  size_t size() const { return bytes_; }
  void Write(size_t offset, const void* from, size_t bytes);
  void Read(size_t offset, void* to, size_t bytes) const;
  void Fill(int byte) { Fill(byte, bytes_); }
  void Fill(int byte, size_t bytes);  // the first ones
  std::vector<std::byte> Contents() const;

 private:
  void* data_ = nullptr;
  size_t bytes_;
};

// How a tensor's elements lie in its memory. Strides and offset in elements.
struct TensorLayout {
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;
  int64_t offset = 0;
  aclFormat format = ACL_FORMAT_NCHW;
};
std::vector<int64_t> PackedStrides(const std::vector<int64_t>& dims);

class TensorHandle {
 public:
  TensorHandle(const TensorLayout& layout, aclDataType dtype, void* data);
  ~TensorHandle();
  TensorHandle(const TensorHandle&) = delete;
  TensorHandle& operator=(const TensorHandle&) = delete;
  aclTensor* get() const { return tensor_; }

 private:
  aclTensor* tensor_;
};

class IntArrayHandle {
 public:
  explicit IntArrayHandle(const std::vector<int64_t>& values);
  ~IntArrayHandle();
  IntArrayHandle(const IntArrayHandle&) = delete;
  IntArrayHandle& operator=(const IntArrayHandle&) = delete;
  aclIntArray* get() const { return array_; }

 private:
  aclIntArray* array_;
};

// The three operators; the names are those of tests/data.
enum class Operator { kV2, kV1, kForward };
const char* NameOf(Operator op);

// What both phases need. `input_size` is ignored by the forward operator.
struct OperatorArguments {
  Operator op;
  const aclTensor* src;
  const aclIntArray* output_size;
  const aclIntArray* input_size;
  bool align_corners;
  double scale_h;
  double scale_w;
  aclTensor* dst;
};
aclnnStatus FirstPhase(const OperatorArguments& arguments,
                       uint64_t* workspace_size, aclOpExecutor** executor);
aclnnStatus SecondPhase(Operator op, void* workspace, uint64_t workspace_size,
                        aclOpExecutor* executor, aclrtStream stream);

// Both phases with a workspace of its own, and the synchronise.
void RunToEnd(const OperatorArguments& arguments, const AclSession& session);

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_SUPPORT_ACL_SESSION_H_
