// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_BILINEAR_H_
#define BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_BILINEAR_H_

#include <memory>

#include "common/acl_handles.h"
#include "downscale_photo/image.h"

namespace examples {

// Bilinear upsampling U from a small to a large RGB image, and its transpose.
// Both are prepared once, as repeatable executors, and run as often as needed
// on memory that is named with each run.
class Bilinear {
 public:
  Bilinear(ImageSize small, ImageSize large, const Stream& stream);
  ~Bilinear();

  // large = U small
  void Upsample(const DeviceMemory& small, DeviceMemory* large);
  // small = U^T large: the gradient, with respect to the small image, of any
  // function whose gradient with respect to the upsampled one is `large`.
  void Gradient(const DeviceMemory& large, DeviceMemory* small);

 private:
  class Operation;
  std::unique_ptr<Operation> upsample_;
  std::unique_ptr<Operation> gradient_;
};

}  // namespace examples

#endif  // BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_BILINEAR_H_
