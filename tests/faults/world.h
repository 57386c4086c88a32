// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What the calls of the fault tests act on: handles and memory that are there
// before a call, and places for its results.

#ifndef BACKLERP_TESTS_FAULTS_WORLD_H_
#define BACKLERP_TESTS_FAULTS_WORLD_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "tests/support/acl_session.h"

namespace backlerp::test {

// What a call needs; each brings what it needs itself.
enum Need : unsigned {
  kNothing = 0,
  kContext = 1,
  kStream = 2,
  kEvent = 4,    // recorded on the stream, and happened
  kBuffer = 8,   // a data buffer
  kMemory = 16,  // blocks of the device and of the host
  kTensors = 32,
  kArrays = 64,
  kScalar = 128,
  kLists = 256,
  kExecutor = 512,  // of the gradient, V2
  kSubscription = 1024,
};

// Where calls write their results. Holds a pattern until one does.
struct Outputs {
  aclrtStream stream;
  aclrtEvent event;
  aclrtContext context;
  void* pointer;
  aclDataBuffer* buffer;
  aclTensor* tensor;
  aclScalar* scalar;
  aclIntArray* int_array;
  aclFloatArray* float_array;
  aclBoolArray* bool_array;
  aclTensorList* tensor_list;
  aclScalarList* scalar_list;
  aclOpExecutor* executor;
  int64_t* dims;
  uint64_t size;
  uint64_t number;
  int64_t value;
  int32_t small[3];
  float real;
  aclrtPtrAttributes attributes;
  aclCANNPackageVersion version;
  aclDataType dtype;
  aclFormat format;
};

class World {
 public:
  explicit World(unsigned needs);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  // Whether no output has been written. (With `memset` padding counts too.)
  bool OutputsAreUntouched() const;
  template <typename T>
  bool IsWritten(const T& output) const {
    // Of pointers as of numbers. NOLINTNEXTLINE(bugprone-sizeof-expression)
    unsigned char pattern[sizeof(output)];
    std::memset(pattern, kPattern, sizeof(pattern));
    return std::memcmp(static_cast<const void*>(&output), pattern,
                       sizeof(pattern)) != 0;
  }

  // The arguments of phase 1 of each operator.
  OperatorArguments Arguments(Operator op) const;

  Outputs out;
  aclrtStream stream = nullptr;
  aclrtEvent event = nullptr;
  aclDataBuffer* buffer = nullptr;
  void* device = nullptr;
  void* host = nullptr;
  // So large that a run is handed to the stream's thread.
  static constexpr int64_t kInSide = 96;
  static constexpr int64_t kOutSide = 192;
  aclTensor* grad_out = nullptr;  // [1, 1, kOutSide, kOutSide]
  aclTensor* grad_in = nullptr;   // [1, 1, kInSide, kInSide]
  aclIntArray* out_size = nullptr;
  aclIntArray* in_size = nullptr;
  aclFloatArray* floats = nullptr;
  aclBoolArray* bools = nullptr;
  aclScalar* scalar = nullptr;
  aclTensorList* tensors = nullptr;
  aclScalarList* scalars = nullptr;
  aclOpExecutor* executor = nullptr;
  uint64_t workspace_bytes = 0;
  std::vector<std::byte> workspace;

 private:
  static constexpr int kPattern = 0x5C;

  void MakeStreams(unsigned needs);
  void MakeArguments(unsigned needs);
  void MakeExecutor();
  void DestroyOutputs();
  void DestroyDims();
  void DestroyArguments();

  const unsigned needs_;
  std::vector<float> grad_out_data_;
  std::vector<float> grad_in_data_;
};

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_FAULTS_WORLD_H_
