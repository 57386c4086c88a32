// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The panels of a comparison and their scales.

#include "cli/picture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include "fmt/core.h"

namespace backlerp::cli {
namespace {

constexpr int64_t kMostPixels = 800;  // of a panel's side, before it is reduced
constexpr int64_t kLeastPixels = 192;  // below, pixels are repeated
constexpr int64_t kMargin = 12;
constexpr int64_t kScaleHeight = 10;
constexpr Colour kWhite = {255, 255, 255};
constexpr Colour kFrame = {230, 230, 230};
constexpr Colour kNan = {255, 0, 255};
constexpr Colour kInfinite = {0, 160, 0};

struct Range {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();

  void Include(const Plane& plane) {
    for (const double value : plane.values) {
      if (!std::isfinite(value)) continue;
      least = std::min(least, value);
      greatest = std::max(greatest, value);
    }
  }
};

uint8_t Byte(double share) {
  // Ranges that overflow give NaN.
  if (!(share > 0)) return 0;
  return static_cast<uint8_t>(std::lround(255 * std::min(share, 1.0)));
}

// From 0, black, to 1, white.
Colour Grey(double share) {
  const uint8_t level = Byte(share);
  return {level, level, level};
}

// From -1, blue, over 0, white, to 1, red. What is not 0 is never white.
Colour Diverging(double share) {
  const double least_tint = share == 0 ? 0 : 0.08;
  const double strength = std::clamp(std::abs(share), least_tint, 1.0);
  const uint8_t rest = Byte(1 - strength);
  return share < 0 ? Colour{rest, rest, 255} : Colour{255, rest, rest};
}

// How planes of one size are put on panels: `zoom` pixels for a value, or a
// pixel for a block of `step` x `step` values.
struct Zoom {
  int64_t zoom = 1;
  int64_t step = 1;
  int64_t width = 0;
  int64_t height = 0;
};

Zoom ChooseZoom(const Plane& plane) {
  const int64_t side = std::max(plane.h, plane.w);
  Zoom z;
  z.step = (side + kMostPixels - 1) / kMostPixels;
  if (side < kLeastPixels) z.zoom = kLeastPixels / side;
  z.width = (plane.w + z.step - 1) / z.step * z.zoom;
  z.height = (plane.h + z.step - 1) / z.step * z.zoom;
  return z;
}

// NaN where one is a NaN and the other is not; 0 where both are NaN or equal.
double Difference(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  return a - b;
}

// Of two differences the one to show: NaN, then the larger.
double MoreNotable(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return NAN;
  return std::abs(b) > std::abs(a) ? b : a;
}

double LargestDifference(const Plane& a, const Plane& b, int64_t y, int64_t x,
                         int64_t step) {
  double largest = 0;
  for (int64_t row = y; row < std::min(y + step, a.h); ++row) {
    for (int64_t column = x; column < std::min(x + step, a.w); ++column) {
      largest = MoreNotable(largest,
                            Difference(a.at(row, column), b.at(row, column)));
    }
  }
  return largest;
}

// Three panels in a row with their scales.
class Drawing {
 public:
  Drawing(const Plane& a, const Plane& b, std::string_view place)
      : a_(a),
        b_(b),
        place_(place),
        zoom_(ChooseZoom(a)),
        pitch_(std::max(zoom_.width, kLeastPixels) + kMargin),
        canvas_(kMargin + 3 * pitch_,
                zoom_.height + 3 * kMargin + 2 * kCharHeight + kScaleHeight,
                kFrame) {
    range_.Include(a);
    range_.Include(b);
    if (range_.least > range_.greatest) range_ = {0, 0};
    for (size_t i = 0; i < a.values.size(); ++i) {
      const double difference = Difference(a.values[i], b.values[i]);
      if (std::isfinite(difference)) {
        most_ = std::max(most_, std::abs(difference));
      }
    }
  }

  Canvas Draw() {
    DrawValues(0, "A", a_);
    DrawValues(1, "B", b_);
    DrawPanel(2, "A-B", -most_, most_, [&](int64_t y, int64_t x) {
      return ShowDifference(LargestDifference(a_, b_, y, x, zoom_.step));
    });
    return std::move(canvas_);
  }

 private:
  // The values of one plane, the first of each block.
  void DrawValues(int64_t panel, const char* title, const Plane& plane) {
    DrawPanel(panel, title, range_.least, range_.greatest,
              [&](int64_t y, int64_t x) { return ShowValue(plane.at(y, x)); });
  }

  template <typename ColourOf>
  void DrawPanel(int64_t panel, const char* title, double least,
                 double greatest, const ColourOf& colour_of) {
    const int64_t left = kMargin + panel * pitch_;
    const int64_t top = kMargin + kCharHeight;
    canvas_.Write(left, kMargin / 2, fmt::format("{} {}", title, place_));
    for (int64_t y = 0; y < zoom_.height / zoom_.zoom; ++y) {
      for (int64_t x = 0; x < zoom_.width / zoom_.zoom; ++x) {
        canvas_.Fill(left + x * zoom_.zoom, top + y * zoom_.zoom, zoom_.zoom,
                     zoom_.zoom, colour_of(y * zoom_.step, x * zoom_.step));
      }
    }
    DrawScale(left, top + zoom_.height + kMargin / 2, panel == 2, least,
              greatest);
  }

  // Least and greatest value below the ends of a bar.
  void DrawScale(int64_t left, int64_t top, bool diverging, double least,
                 double greatest) {
    const int64_t width = pitch_ - kMargin;
    for (int64_t x = 0; x < width; ++x) {
      const double share =
          static_cast<double>(x) / static_cast<double>(width - 1);
      canvas_.Fill(left + x, top, 1, kScaleHeight,
                   diverging ? Diverging(2 * share - 1) : Grey(share));
    }
    const int64_t text_top = top + kScaleHeight + 3;
    const std::string last = fmt::format("{:.3g}", greatest);
    canvas_.Write(left, text_top, fmt::format("{:.3g}", least));
    canvas_.Write(left + width - static_cast<int64_t>(last.size()) * kCharWidth,
                  text_top, last);
    if (diverging) canvas_.Write(left + width / 2, text_top, "0");
  }

  Colour ShowValue(double value) const {
    if (std::isnan(value)) return kNan;
    if (std::isinf(value)) return kInfinite;
    const double width = range_.greatest - range_.least;
    return Grey(width > 0 ? (value - range_.least) / width : 0.5);
  }

  Colour ShowDifference(double difference) const {
    if (std::isnan(difference)) return kNan;
    if (std::isinf(difference)) return kInfinite;
    return difference == 0 ? kWhite : Diverging(difference / most_);
  }

  const Plane& a_;
  const Plane& b_;
  std::string_view place_;
  Zoom zoom_;
  int64_t pitch_;  // from one panel to the next
  Canvas canvas_;
  Range range_;
  double most_ = 0;
};

}  // namespace

Canvas DrawComparison(const Plane& a, const Plane& b, std::string_view place) {
  return Drawing(a, b, place).Draw();
}

}  // namespace backlerp::cli
