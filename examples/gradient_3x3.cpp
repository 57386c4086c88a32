// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The whole life of one aclnnUpsampleBilinear2dBackwardV2 call, as a program
// for CANN has it: a 6 x 6 gradient comes in, the gradient of the 3 x 3 image
// it was upsampled from goes out. Nothing in here is special to Backlerp: built
// against CANN it runs on an NPU. It takes no more than C++11, and is linked
// with -lascendcl -lnnopbase -lopapi.

#include <cstdint>
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"

// Returns `status` from the calling function if it is an error, after saying
// which call gave it and why.
#define RETURN_IF_ERROR(call)                            \
  do {                                                   \
    const int status = (call);                           \
    if (status != ACL_SUCCESS) {                         \
      const char* reason = aclGetRecentErrMsg();         \
      std::fprintf(stderr, "%s: %d %s\n", #call, status, \
                   reason != nullptr ? reason : "");     \
      return status;                                     \
    }                                                    \
  } while (false)

namespace {

struct Tensor {
  void* data = nullptr;
  size_t bytes = 0;
  aclTensor* handle = nullptr;
};

// A packed NCHW tensor of shape [1, 1, height, width] with these values.
int CreateTensor(const std::vector<float>& values, int64_t height,
                 int64_t width, Tensor* tensor) {
  tensor->bytes = values.size() * sizeof(float);
  RETURN_IF_ERROR(
      aclrtMalloc(&tensor->data, tensor->bytes, ACL_MEM_MALLOC_HUGE_FIRST));
  RETURN_IF_ERROR(aclrtMemcpy(tensor->data, tensor->bytes, values.data(),
                              tensor->bytes, ACL_MEMCPY_HOST_TO_DEVICE));
  const int64_t shape[] = {1, 1, height, width};
  const int64_t strides[] = {height * width, height * width, width, 1};
  tensor->handle = aclCreateTensor(shape, 4, ACL_FLOAT, strides, /*offset=*/0,
                                   ACL_FORMAT_NCHW, shape, 4, tensor->data);
  return tensor->handle != nullptr ? ACL_SUCCESS : ACL_ERROR_BAD_ALLOC;
}

// The two phases: the first checks everything and says how much workspace the
// second needs; the second only puts the work on the stream.
int Backward(const Tensor& grad_out, const Tensor& grad_in,
             aclrtStream stream) {
  const int64_t output_values[] = {6, 6};       // H, W of grad_out
  const int64_t input_values[] = {1, 1, 3, 3};  // the shape of grad_in
  aclIntArray* output_size = aclCreateIntArray(output_values, 2);
  aclIntArray* input_size = aclCreateIntArray(input_values, 4);

  uint64_t workspace_bytes = 0;
  aclOpExecutor* executor = nullptr;
  RETURN_IF_ERROR(aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize(
      grad_out.handle, output_size, input_size, /*alignCorners=*/true,
      /*scalesH=*/2.0, /*scalesW=*/2.0, grad_in.handle, &workspace_bytes,
      &executor));
  void* workspace = nullptr;
  if (workspace_bytes > 0) {
    RETURN_IF_ERROR(
        aclrtMalloc(&workspace, workspace_bytes, ACL_MEM_MALLOC_HUGE_FIRST));
  }
  RETURN_IF_ERROR(aclnnUpsampleBilinear2dBackwardV2(workspace, workspace_bytes,
                                                    executor, stream));
  RETURN_IF_ERROR(aclrtSynchronizeStream(stream));

  if (workspace != nullptr) RETURN_IF_ERROR(aclrtFree(workspace));
  RETURN_IF_ERROR(aclDestroyIntArray(output_size));
  RETURN_IF_ERROR(aclDestroyIntArray(input_size));
  return ACL_SUCCESS;
}

int Print3x3(const Tensor& tensor) {
  float values[9];
  RETURN_IF_ERROR(aclrtMemcpy(values, sizeof(values), tensor.data, tensor.bytes,
                              ACL_MEMCPY_DEVICE_TO_HOST));
  for (int row = 0; row < 3; ++row) {
    const float* v = values + row * 3;
    std::printf("%8.4f %8.4f %8.4f\n", static_cast<double>(v[0]),
                static_cast<double>(v[1]), static_cast<double>(v[2]));
  }
  return ACL_SUCCESS;
}

int Destroy(const Tensor& tensor) {
  RETURN_IF_ERROR(aclDestroyTensor(tensor.handle));
  RETURN_IF_ERROR(aclrtFree(tensor.data));
  return ACL_SUCCESS;
}

int Run() {
  RETURN_IF_ERROR(aclInit(nullptr));
  RETURN_IF_ERROR(aclrtSetDevice(0));
  aclrtStream stream = nullptr;
  RETURN_IF_ERROR(aclrtCreateStream(&stream));

  std::vector<float> gradient(36, 0.0f);
  gradient[0] = 1.0f;
  gradient[1] = 2.0f;
  gradient[2] = 3.0f;
  gradient[3] = 4.1f;
  Tensor grad_out;
  Tensor grad_in;
  RETURN_IF_ERROR(CreateTensor(gradient, 6, 6, &grad_out));
  RETURN_IF_ERROR(CreateTensor(std::vector<float>(9, 0.0f), 3, 3, &grad_in));

  RETURN_IF_ERROR(Backward(grad_out, grad_in, stream));
  RETURN_IF_ERROR(Print3x3(grad_in));

  RETURN_IF_ERROR(Destroy(grad_out));
  RETURN_IF_ERROR(Destroy(grad_in));
  RETURN_IF_ERROR(aclrtDestroyStream(stream));
  RETURN_IF_ERROR(aclrtResetDevice(0));
  RETURN_IF_ERROR(aclFinalize());
  return ACL_SUCCESS;
}

}  // namespace

int main() { return Run() == ACL_SUCCESS ? 0 : 1; }
