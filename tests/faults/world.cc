// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/faults/world.h"

#include <pthread.h>

namespace backlerp::test {
namespace {

constexpr size_t kBytes = 256;

uint64_t ThisThreadId() { return static_cast<uint64_t>(pthread_self()); }

aclTensor* NewTensor(std::vector<int64_t> dims, void* data) {
  return aclCreateTensor(dims.data(), dims.size(), ACL_FLOAT, nullptr, 0,
                         ACL_FORMAT_NCHW, dims.data(), dims.size(), data);
}

aclIntArray* NewIntArray(std::vector<int64_t> values) {
  return aclCreateIntArray(values.data(), values.size());
}

}  // namespace

World::World(unsigned needs) : needs_(needs) {
  std::memset(static_cast<void*>(&out), kPattern, sizeof(out));
  constexpr unsigned kContextToo =
      kContext | kStream | kEvent | kMemory | kSubscription;
  if ((needs & kContextToo) != 0) {
    ThrowUnlessSuccess(aclrtSetDevice(0), "aclrtSetDevice");
  }
  MakeStreams(needs);
  if ((needs & kMemory) != 0) {
    ThrowUnlessSuccess(aclrtMalloc(&device, kBytes, ACL_MEM_MALLOC_HUGE_FIRST),
                       "aclrtMalloc");
    ThrowUnlessSuccess(aclrtMallocHost(&host, kBytes), "aclrtMallocHost");
  }
  MakeArguments(needs);
  if ((needs & kExecutor) != 0) MakeExecutor();
}

World::~World() {
  DestroyOutputs();
  if (executor != nullptr) aclDestroyAclOpExecutor(executor);
  DestroyArguments();
  if (device != nullptr) aclrtFree(device);
  if (host != nullptr) aclrtFreeHost(host);
  if (event != nullptr) aclrtDestroyEvent(event);
  if ((needs_ & kSubscription) != 0) {
    aclrtUnSubscribeReport(ThisThreadId(), stream);
  }
  if (stream != nullptr) aclrtDestroyStream(stream);
  aclrtResetDeviceForce(0);
}

void World::MakeStreams(unsigned needs) {
  if ((needs & (kStream | kEvent | kSubscription)) != 0) {
    ThrowUnlessSuccess(aclrtCreateStream(&stream), "aclrtCreateStream");
  }
  if ((needs & kSubscription) != 0) {
    ThrowUnlessSuccess(aclrtSubscribeReport(ThisThreadId(), stream),
                       "aclrtSubscribeReport");
  }
  if ((needs & kEvent) != 0) {
    ThrowUnlessSuccess(aclrtCreateEvent(&event), "aclrtCreateEvent");
    ThrowUnlessSuccess(aclrtRecordEvent(event, stream), "aclrtRecordEvent");
    ThrowUnlessSuccess(aclrtSynchronizeEvent(event), "aclrtSynchronizeEvent");
  }
}

void World::MakeArguments(unsigned needs) {
  if ((needs & kBuffer) != 0) buffer = aclCreateDataBuffer(&out, sizeof(out));
  if ((needs & (kTensors | kExecutor)) != 0) {
    grad_out_data_.resize(kOutSide * kOutSide);
    grad_in_data_.resize(kInSide * kInSide);
    grad_out = NewTensor({1, 1, kOutSide, kOutSide}, grad_out_data_.data());
    grad_in = NewTensor({1, 1, kInSide, kInSide}, grad_in_data_.data());
  }
  if ((needs & (kArrays | kExecutor)) != 0) {
    out_size = NewIntArray({kOutSide, kOutSide});
    in_size = NewIntArray({1, 1, kInSide, kInSide});
    const float real = 1;
    const bool truth = true;
    floats = aclCreateFloatArray(&real, 1);
    bools = aclCreateBoolArray(&truth, 1);
  }
  float value = 1;
  if ((needs & kScalar) != 0) scalar = aclCreateScalar(&value, ACL_FLOAT);
  if ((needs & kLists) != 0) {
    const aclTensor* tensor = NewTensor({2, 3}, nullptr);
    const aclScalar* element = aclCreateScalar(&value, ACL_FLOAT);
    tensors = aclCreateTensorList(&tensor, 1);
    scalars = aclCreateScalarList(&element, 1);
  }
}

void World::MakeExecutor() {
  ThrowUnlessSuccess(
      FirstPhase(Arguments(Operator::kV2), &workspace_bytes, &executor),
      "phase 1");
  workspace.resize(workspace_bytes);
}

OperatorArguments World::Arguments(Operator op) const {
  const bool forward = op == Operator::kForward;
  return {.op = op,
          .src = forward ? grad_in : grad_out,
          .output_size = out_size,
          .input_size = in_size,
          .align_corners = false,
          .scale_h = 0,
          .scale_w = 0,
          .dst = forward ? grad_out : grad_in};
}

bool World::OutputsAreUntouched() const { return !IsWritten(out); }

// Handles that a call made, and that may be dead by now.
void World::DestroyOutputs() {
  if (IsWritten(out.stream)) aclrtDestroyStream(out.stream);
  if (IsWritten(out.event)) aclrtDestroyEvent(out.event);
  if (IsWritten(out.context)) aclrtDestroyContext(out.context);
  if (IsWritten(out.pointer) && aclrtFree(out.pointer) != ACL_SUCCESS) {
    aclrtFreeHost(out.pointer);
  }
  if (IsWritten(out.buffer)) aclDestroyDataBuffer(out.buffer);
  if (IsWritten(out.tensor)) aclDestroyTensor(out.tensor);
  if (IsWritten(out.scalar)) aclDestroyScalar(out.scalar);
  if (IsWritten(out.int_array)) aclDestroyIntArray(out.int_array);
  if (IsWritten(out.float_array)) aclDestroyFloatArray(out.float_array);
  if (IsWritten(out.bool_array)) aclDestroyBoolArray(out.bool_array);
  if (IsWritten(out.tensor_list)) aclDestroyTensorList(out.tensor_list);
  if (IsWritten(out.scalar_list)) aclDestroyScalarList(out.scalar_list);
  if (IsWritten(out.executor)) aclDestroyAclOpExecutor(out.executor);
  DestroyDims();
}

void World::DestroyDims() {
  if (IsWritten(out.dims)) delete[] out.dims;
}

void World::DestroyArguments() {
  if (buffer != nullptr) aclDestroyDataBuffer(buffer);
  aclDestroyTensor(grad_out);
  aclDestroyTensor(grad_in);
  aclDestroyIntArray(out_size);
  aclDestroyIntArray(in_size);
  aclDestroyFloatArray(floats);
  aclDestroyBoolArray(bools);
  aclDestroyScalar(scalar);
  aclDestroyTensorList(tensors);
  aclDestroyScalarList(scalars);
}

}  // namespace backlerp::test
