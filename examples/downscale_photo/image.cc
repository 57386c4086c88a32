// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "downscale_photo/image.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace examples {
namespace {

// The part of one axis that a pixel of the small image covers: indices from
// `first` on, with the share of each in the mean.
struct Span1d {
  int64_t first = 0;
  std::vector<float> shares;
};

std::vector<Span1d> CoveredSpans(int64_t from, int64_t to) {
  const double step = static_cast<double>(from) / static_cast<double>(to);
  std::vector<Span1d> spans(to);
  for (int64_t i = 0; i < to; ++i) {
    const double begin = static_cast<double>(i) * step;
    const double end = std::min(begin + step, static_cast<double>(from));
    Span1d& span = spans[i];
    span.first = static_cast<int64_t>(begin);
    for (int64_t k = span.first; static_cast<double>(k) < end; ++k) {
      const double pixel_begin = static_cast<double>(k);
      const double covered =
          std::min(end, pixel_begin + 1) - std::max(begin, pixel_begin);
      span.shares.push_back(static_cast<float>(covered / (end - begin)));
    }
  }
  return spans;
}

float Mean(std::span<const float> plane, int64_t width, const Span1d& rows,
           const Span1d& columns) {
  float sum = 0;
  for (size_t y = 0; y < rows.shares.size(); ++y) {
    const float* row = &plane[(rows.first + y) * width + columns.first];
    for (size_t x = 0; x < columns.shares.size(); ++x) {
      sum += rows.shares[y] * columns.shares[x] * row[x];
    }
  }
  return sum;
}

}  // namespace

ImageSize HalfOf(ImageSize size) {
  return {.height = (size.height + 1) / 2, .width = (size.width + 1) / 2};
}

Image AverageDown(const Image& image, ImageSize size) {
  const std::vector<Span1d> rows = CoveredSpans(image.size.height, size.height);
  const std::vector<Span1d> columns =
      CoveredSpans(image.size.width, size.width);
  Image small(size);
  for (int64_t colour = 0; colour < kColours; ++colour) {
    float* pixel = small.plane(colour).data();
    for (const Span1d& y : rows) {
      for (const Span1d& x : columns) {
        *pixel++ = Mean(image.plane(colour), image.size.width, y, x);
      }
    }
  }
  return small;
}

Image RoundedToBytes(const Image& image) {
  Image rounded(image.size);
  std::transform(
      image.values.begin(), image.values.end(), rounded.values.begin(),
      [](float value) { return std::clamp(std::round(value), 0.0f, 255.0f); });
  return rounded;
}

Image Difference(const Image& a, const Image& b, float factor) {
  Image difference(a.size);
  std::transform(a.values.begin(), a.values.end(), b.values.begin(),
                 difference.values.begin(), [factor](float x, float y) {
                   return 255.0f - std::abs(x - y) * factor;
                 });
  return difference;
}

double MeanSquaredError(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double error = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += error * error;
  }
  return sum / static_cast<double>(a.size());
}

double Psnr(double mean_squared_error) {
  if (mean_squared_error == 0) return std::numeric_limits<double>::infinity();
  return 10 * std::log10(255.0 * 255.0 / mean_squared_error);
}

}  // namespace examples
