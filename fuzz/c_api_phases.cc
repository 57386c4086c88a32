// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/c_api_phases.h"

#include <vector>

#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"

namespace backlerp::fuzz {
namespace {

class MatchingSet {
 public:
  MatchingSet(World* world, bool backward) : world_(*world), in_(world->in()) {
    n_ = in_.Between(0, 3), c_ = in_.Between(0, 5);
    small_h_ = in_.Between(1, 9), small_w_ = in_.Between(1, 9);
    large_h_ = in_.Between(1, 12), large_w_ = in_.Between(1, 12);
    nhwc_ = in_.OneIn(3);
    dtype_ = in_.Between(0, 1);
    arguments_.src = Tensor(backward);
    arguments_.dst = Tensor(!backward);
    arguments_.output_size = Array({large_h_, large_w_});
    arguments_.input_size = nhwc_ ? Array({n_, small_h_, small_w_, c_})
                                  : Array({n_, c_, small_h_, small_w_});
    arguments_.align_corners = in_.OneIn(2);
    arguments_.scale_h = world->AnyScale();
    arguments_.scale_w = world->AnyScale();
  }
  const Arguments& arguments() const { return arguments_; }

 private:
  int64_t Spoilt(int64_t number) {
    return in_.OneIn(64) ? world_.AnyNumber() : number;
  }

  aclTensor* Tensor(bool large) {
    const int64_t h = large ? large_h_ : small_h_;
    const int64_t w = large ? large_w_ : small_w_;
    std::vector<int64_t> dims =
        nhwc_ ? std::vector{n_, h, w, c_} : std::vector{n_, c_, h, w};
    for (int64_t& dim : dims) dim = Spoilt(dim);
    // Wide enough for every size that is drawn here.
    std::vector<int64_t> strides = {12 * 12 * 12, 12 * 12, 12, 1};
    for (int64_t& stride : strides) stride = Spoilt(stride);
    aclTensor* tensor = aclCreateTensor(
        dims.data(), dims.size(), EnumOf<aclDataType>(Spoilt(dtype_)),
        in_.OneIn(2) ? nullptr : strides.data(), Spoilt(0),
        EnumOf<aclFormat>(Spoilt(nhwc_ ? 1 : 0)), dims.data(), dims.size(),
        world_.TensorAddress());
    world_.Add(Kind::kTensor, tensor)->elements = ProductOf(dims);
    return tensor;
  }

  const aclIntArray* Array(std::vector<int64_t> values) {
    for (int64_t& value : values) value = Spoilt(value);
    const auto* array = aclCreateIntArray(values.data(), values.size());
    world_.Add(Kind::kIntArray, array);
    return array;
  }

  World& world_;
  Input& in_;
  int64_t n_, c_, small_h_, small_w_, large_h_, large_w_, dtype_;
  bool nhwc_;
  Arguments arguments_{};
};

}  // namespace

aclnnStatus FirstPhase(int op, const Arguments& a, uint64_t* bytes,
                       aclOpExecutor** executor) {
  switch (op) {
    case 0:
      return aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize(
          a.src, a.output_size, a.input_size, a.align_corners, a.scale_h,
          a.scale_w, a.dst, bytes, executor);
    case 1:
      return aclnnUpsampleBilinear2dBackwardGetWorkspaceSize(
          a.src, a.output_size, a.input_size, a.align_corners, a.scale_h,
          a.scale_w, a.dst, bytes, executor);
    default:
      return aclnnUpsampleBilinear2dGetWorkspaceSize(
          a.src, a.output_size, a.align_corners, a.scale_h, a.scale_w, a.dst,
          bytes, executor);
  }
}

aclnnStatus SecondPhase(int op, void* workspace, uint64_t bytes,
                        aclOpExecutor* executor, aclrtStream stream) {
  const auto run = op == 0   ? aclnnUpsampleBilinear2dBackwardV2
                   : op == 1 ? aclnnUpsampleBilinear2dBackward
                             : aclnnUpsampleBilinear2d;
  return run(workspace, bytes, executor, stream);
}

Arguments MatchingArguments(World* world, bool backward) {
  return MatchingSet(world, backward).arguments();
}

}  // namespace backlerp::fuzz
