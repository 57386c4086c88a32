/* Copyright 2026 The Backlerp Authors
 * SPDX-License-Identifier: Apache-2.0
 */

// gradient_3x3.cpp in plain C11, shorter: the tensors' memory is the program's
// own. Backlerp's device is the CPU and takes any pointer; on an NPU it would
// have to come from aclrtMalloc, as in gradient_3x3.cpp.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"

static void Check(int status, const char* call) {
  if (status == ACL_SUCCESS) return;
  const char* reason = aclGetRecentErrMsg();
  fprintf(stderr, "%s: %d %s\n", call, status, reason != NULL ? reason : "");
  exit(EXIT_FAILURE);
}
#define CHECK(call) Check((call), #call)

static aclTensor* CreateTensor(float* data, int64_t height, int64_t width) {
  const int64_t shape[] = {1, 1, height, width};
  // Without strides a tensor is packed.
  return aclCreateTensor(shape, 4, ACL_FLOAT, NULL, 0, ACL_FORMAT_NCHW, shape,
                         4, data);
}

int main(void) {
  float grad_out_data[36] = {1.0f, 2.0f, 3.0f, 4.1f};
  float grad_in_data[9] = {0};
  const int64_t output_values[] = {6, 6};
  const int64_t input_values[] = {1, 1, 3, 3};

  CHECK(aclInit(NULL));
  CHECK(aclrtSetDevice(0));
  aclrtStream stream = NULL;
  CHECK(aclrtCreateStream(&stream));

  aclTensor* grad_out = CreateTensor(grad_out_data, 6, 6);
  aclTensor* grad_in = CreateTensor(grad_in_data, 3, 3);
  aclIntArray* output_size = aclCreateIntArray(output_values, 2);
  aclIntArray* input_size = aclCreateIntArray(input_values, 4);

  uint64_t workspace_bytes = 0;
  aclOpExecutor* executor = NULL;
  CHECK(aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize(
      grad_out, output_size, input_size, true, 2.0, 2.0, grad_in,
      &workspace_bytes, &executor));
  void* workspace = NULL;
  if (workspace_bytes > 0) {
    CHECK(aclrtMalloc(&workspace, workspace_bytes, ACL_MEM_MALLOC_HUGE_FIRST));
  }
  CHECK(aclnnUpsampleBilinear2dBackwardV2(workspace, workspace_bytes, executor,
                                          stream));
  CHECK(aclrtSynchronizeStream(stream));

  for (int row = 0; row < 3; ++row) {
    const float* v = grad_in_data + (ptrdiff_t)row * 3;
    printf("%8.4f %8.4f %8.4f\n", (double)v[0], (double)v[1], (double)v[2]);
  }

  if (workspace != NULL) CHECK(aclrtFree(workspace));
  CHECK(aclDestroyTensor(grad_out));
  CHECK(aclDestroyTensor(grad_in));
  CHECK(aclDestroyIntArray(output_size));
  CHECK(aclDestroyIntArray(input_size));
  CHECK(aclrtDestroyStream(stream));
  CHECK(aclrtResetDevice(0));
  CHECK(aclFinalize());
  return 0;
}
