// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "downscale_photo/least_squares.h"

#include <span>

namespace examples {
namespace {

// In double: these sums run over every pixel of the photograph.
double Dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  return sum;
}

// y = a * y + b * x
void ScaleAndAdd(double a, std::span<float> y, double b,
                 std::span<const float> x) {
  for (size_t i = 0; i < y.size(); ++i) {
    y[i] = static_cast<float>(a * static_cast<double>(y[i]) +
                              b * static_cast<double>(x[i]));
  }
}

size_t Bytes(const Image& image) { return image.values.size() * sizeof(float); }

}  // namespace

LeastSquares::LeastSquares(const Image& photo, const Image& start,
                           const Stream& stream)
    : large_(photo.size),
      solution_(start),
      residual_(photo.values),
      gradient_(start.values.size()),
      change_(photo.values.size()),
      device_direction_(Bytes(start)),
      device_gradient_(Bytes(start)),
      device_residual_(Bytes(photo)),
      device_change_(Bytes(photo)),
      bilinear_(start.size, photo.size, stream) {
  ScaleAndAdd(1.0, residual_, -1.0, Upsample(start).values);
  UpdateGradient();
  direction_ = gradient_;
}

void LeastSquares::UpdateGradient() {
  device_residual_.Upload(residual_);
  bilinear_.Gradient(device_residual_, &device_gradient_);
  device_gradient_.Download(gradient_);
  gradient_norm_ = Dot(gradient_, gradient_);
}

bool LeastSquares::Step() {
  device_direction_.Upload(direction_);
  bilinear_.Upsample(device_direction_, &device_change_);
  device_change_.Download(change_);
  const double change_norm = Dot(change_, change_);
  if (gradient_norm_ == 0 || change_norm == 0) return false;

  const double step = gradient_norm_ / change_norm;
  ScaleAndAdd(1.0, solution_.values, step, direction_);
  ScaleAndAdd(1.0, residual_, -step, change_);
  const double previous_norm = gradient_norm_;
  UpdateGradient();
  ScaleAndAdd(gradient_norm_ / previous_norm, direction_, 1.0, gradient_);
  return true;
}

double LeastSquares::mean_squared_error() const {
  return Dot(residual_, residual_) / static_cast<double>(residual_.size());
}

Image LeastSquares::Upsample(const Image& small) {
  DeviceMemory device_small(Bytes(small));
  device_small.Upload(small.values);
  bilinear_.Upsample(device_small, &device_change_);
  Image large(large_);
  device_change_.Download(large.values);
  return large;
}

}  // namespace examples
