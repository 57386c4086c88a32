// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_IMAGE_H_
#define BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_IMAGE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace examples {

inline constexpr int64_t kColours = 3;

struct ImageSize {
  int64_t height = 0;
  int64_t width = 0;

  int64_t pixels() const { return height * width; }
};

// An RGB image, one plane after the other as in a tensor of shape
// [1, 3, height, width]. Values run from 0 to 255 and may lie outside while
// they are worked on.
struct Image {
  explicit Image(ImageSize image_size)
      : size(image_size), values(image_size.pixels() * kColours) {}

  std::span<float> plane(int64_t colour) {
    return std::span(values).subspan(colour * size.pixels(), size.pixels());
  }
  std::span<const float> plane(int64_t colour) const {
    return std::span(values).subspan(colour * size.pixels(), size.pixels());
  }

  ImageSize size;
  std::vector<float> values;
};

// Half of both sides, rounded up.
ImageSize HalfOf(ImageSize size);

// Every pixel of the result is the mean of the area of `image` that it covers,
// shares of pixels included: of 2 x 2 pixels where the sides are even.
Image AverageDown(const Image& image, ImageSize size);

// The values as a PNG would hold them: whole numbers from 0 to 255.
Image RoundedToBytes(const Image& image);

// |a - b| * factor, inverted, so that white is "equal".
Image Difference(const Image& a, const Image& b, float factor);

// Mean of (a - b)^2 over all values.
double MeanSquaredError(std::span<const float> a, std::span<const float> b);

// Peak signal-to-noise ratio in decibels, for a peak of 255; infinite where
// the error is 0.
double Psnr(double mean_squared_error);

}  // namespace examples

#endif  // BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_IMAGE_H_
