// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_LEAST_SQUARES_H_
#define BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_LEAST_SQUARES_H_

#include <vector>

#include "common/acl_handles.h"
#include "downscale_photo/bilinear.h"
#include "downscale_photo/image.h"

namespace examples {

// Finds the small image x whose upsampling is closest to a photograph b: the
// minimum of |b - U x|^2, by conjugate gradients on the normal equations
// U^T U x = U^T b (the method known as CGLS). Each step costs one upsampling
// and one gradient.
class LeastSquares {
 public:
  // Starts from the image `start`, whose size is the small one.
  LeastSquares(const Image& photo, const Image& start, const Stream& stream);

  // Improves the solution; false, without a change, where nothing is left to
  // improve: the gradient is 0.
  bool Step();

  const Image& solution() const { return solution_; }
  // Of the upsampled solution against the photograph.
  double mean_squared_error() const;

  Image Upsample(const Image& small);

 private:
  void UpdateGradient();

  const ImageSize large_;
  Image solution_;                // x
  std::vector<float> residual_;   // r = b - U x
  std::vector<float> gradient_;   // s = U^T r, downhill
  std::vector<float> direction_;  // p
  std::vector<float> change_;     // q = U p
  double gradient_norm_ = 0;      // s . s

  DeviceMemory device_direction_;
  DeviceMemory device_gradient_;
  DeviceMemory device_residual_;
  DeviceMemory device_change_;
  Bilinear bilinear_;
};

}  // namespace examples

#endif  // BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_LEAST_SQUARES_H_
