// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_PICTURE_H_
#define BACKLERP_SRC_CLI_PICTURE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "cli/plane.h"

namespace backlerp::cli {

struct Colour {
  uint8_t r = 0;
  uint8_t g = 0;
  uint8_t b = 0;

  bool operator==(const Colour&) const = default;
};

// Pixels of a picture, rows from the top.
class Canvas {
 public:
  Canvas(int64_t width, int64_t height, Colour background)
      : width_(width),
        height_(height),
        pixels_(static_cast<size_t>(width * height), background) {}

  int64_t width() const { return width_; }
  int64_t height() const { return height_; }
  const std::vector<Colour>& pixels() const { return pixels_; }
  Colour at(int64_t x, int64_t y) const { return pixels_[y * width_ + x]; }
  // Outside of the canvas nothing happens.
  void Set(int64_t x, int64_t y, Colour colour);
  void Fill(int64_t x, int64_t y, int64_t width, int64_t height, Colour colour);
  // Digits, signs and the letters that labels need, in black; (x, y) is the
  // upper left corner. Other characters are blank.
  void Write(int64_t x, int64_t y, std::string_view text);

 private:
  int64_t width_;
  int64_t height_;
  std::vector<Colour> pixels_;
};

// The size of one character with the gap to the next.
inline constexpr int64_t kCharWidth = 6;
inline constexpr int64_t kCharHeight = 9;

// A, B and A - B side by side, each with its scale below. A and B share one
// scale of grey, from their least to their greatest number. A - B is white
// where equal, red where A is greater and blue where B is. Green: infinite in
// one of them; magenta: NaN in one. Planes above 800 pixels are reduced: each
// pixel of the difference then shows the largest one of its block.
// `place`, of the planes in their tensors, is written next to the titles.
Canvas DrawComparison(const Plane& a, const Plane& b,
                      std::string_view place = "");

// Failure, kIoError, where there is no memory for it.
std::vector<std::byte> EncodePng(const Canvas& canvas);

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_PICTURE_H_
