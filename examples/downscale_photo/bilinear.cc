// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "downscale_photo/bilinear.h"

#include <array>

#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"

namespace examples {
namespace {

using Shape = std::array<int64_t, 4>;

constexpr bool kAlignCorners = false;
// No scales: the ratios come from the sizes. That is right for odd sides too,
// where "half" is not exactly a half.
constexpr double kScale = 0.0;

Shape ShapeOf(ImageSize size) { return {1, kColours, size.height, size.width}; }

IntArrayHandle HeightAndWidth(ImageSize size) {
  return MakeIntArray(std::array{size.height, size.width});
}

}  // namespace

// One operator after its first phase, with the tensors it was prepared for.
class Bilinear::Operation {
 public:
  using Prepare = int (*)(const Operation& operation, ImageSize small,
                          ImageSize large, uint64_t* workspace_bytes,
                          aclOpExecutor** executor);
  using Launch = decltype(&aclnnUpsampleBilinear2d);

  Operation(ImageSize small, ImageSize large, ImageSize from, ImageSize to,
            Prepare prepare, Launch launch, const Stream& stream)
      : launch_(launch),
        stream_(stream),
        // The addresses come with each run.
        input_(MakeTensor(ShapeOf(from), nullptr)),
        output_(MakeTensor(ShapeOf(to), nullptr)) {
    uint64_t workspace_bytes = 0;
    aclOpExecutor* executor = nullptr;
    Check(prepare(*this, small, large, &workspace_bytes, &executor),
          "GetWorkspaceSize");
    executor_.reset(executor);
    Check(aclSetAclOpExecutorRepeatable(executor),
          "aclSetAclOpExecutorRepeatable");
    workspace_ = std::make_unique<DeviceMemory>(workspace_bytes);
  }

  aclTensor* input() const { return input_.get(); }
  aclTensor* output() const { return output_.get(); }

  void Run(const DeviceMemory& from, DeviceMemory* to) {
    Check(aclSetInputTensorAddr(executor_.get(), /*index=*/0, input(),
                                from.data()),
          "aclSetInputTensorAddr");
    Check(aclSetOutputTensorAddr(executor_.get(), /*index=*/0, output(),
                                 to->data()),
          "aclSetOutputTensorAddr");
    Check(launch_(workspace_->data(), workspace_->bytes(), executor_.get(),
                  stream_.get()),
          "the operator's second phase");
    stream_.Synchronize();
  }

 private:
  Launch launch_;
  const Stream& stream_;
  TensorHandle input_;
  TensorHandle output_;
  std::unique_ptr<DeviceMemory> workspace_;
  ExecutorHandle executor_;
};

Bilinear::Bilinear(ImageSize small, ImageSize large, const Stream& stream) {
  const auto prepare_upsample = [](const Operation& operation, ImageSize,
                                   ImageSize to, uint64_t* workspace_bytes,
                                   aclOpExecutor** executor) -> int {
    return aclnnUpsampleBilinear2dGetWorkspaceSize(
        operation.input(), HeightAndWidth(to).get(), kAlignCorners, kScale,
        kScale, operation.output(), workspace_bytes, executor);
  };
  const auto prepare_gradient = [](const Operation& operation, ImageSize in,
                                   ImageSize out, uint64_t* workspace_bytes,
                                   aclOpExecutor** executor) -> int {
    return aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize(
        operation.input(), HeightAndWidth(out).get(),
        MakeIntArray(ShapeOf(in)).get(), kAlignCorners, kScale, kScale,
        operation.output(), workspace_bytes, executor);
  };
  upsample_ = std::make_unique<Operation>(small, large, /*from=*/small,
                                          /*to=*/large, prepare_upsample,
                                          &aclnnUpsampleBilinear2d, stream);
  gradient_ = std::make_unique<Operation>(
      small, large, /*from=*/large, /*to=*/small, prepare_gradient,
      &aclnnUpsampleBilinear2dBackwardV2, stream);
}

Bilinear::~Bilinear() = default;

void Bilinear::Upsample(const DeviceMemory& small, DeviceMemory* large) {
  upsample_->Run(small, large);
}

void Bilinear::Gradient(const DeviceMemory& large, DeviceMemory* small) {
  gradient_->Run(large, small);
}

}  // namespace examples
