// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The canvas: its letters, and how it becomes a PNG file.

#include <png.h>

#include <algorithm>
#include <array>

#include "cli/failure.h"
#include "cli/picture.h"

namespace backlerp::cli {
namespace {

// Five columns by seven rows; a row is five bits, the left pixel the highest.
struct Glyph {
  char character;
  std::array<uint8_t, 7> rows;
};
constexpr Glyph kGlyphs[] = {
    {'0', {0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E}},
    {'1', {0x04, 0x0C, 0x04, 0x04, 0x04, 0x04, 0x0E}},
    {'2', {0x0E, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1F}},
    {'3', {0x1F, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0E}},
    {'4', {0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02}},
    {'5', {0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E}},
    {'6', {0x06, 0x08, 0x10, 0x1E, 0x11, 0x11, 0x0E}},
    {'7', {0x1F, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08}},
    {'8', {0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E}},
    {'9', {0x0E, 0x11, 0x11, 0x0F, 0x01, 0x02, 0x0C}},
    {'.', {0x00, 0x00, 0x00, 0x00, 0x00, 0x0C, 0x0C}},
    {',', {0x00, 0x00, 0x00, 0x00, 0x0C, 0x04, 0x08}},
    {'-', {0x00, 0x00, 0x00, 0x1F, 0x00, 0x00, 0x00}},
    {'+', {0x00, 0x04, 0x04, 0x1F, 0x04, 0x04, 0x00}},
    {'e', {0x00, 0x00, 0x0E, 0x11, 0x1F, 0x10, 0x0E}},
    {'A', {0x0E, 0x11, 0x11, 0x11, 0x1F, 0x11, 0x11}},
    {'B', {0x1E, 0x11, 0x11, 0x1E, 0x11, 0x11, 0x1E}},
};
constexpr int kGlyphWidth = 5;
constexpr Colour kInk = {0, 0, 0};

// libpng's simplified interface, freed on every way out.
struct PngWriter : png_image {
  PngWriter() : png_image{} { version = PNG_IMAGE_VERSION; }
  ~PngWriter() { png_image_free(this); }
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;
};

}  // namespace

void Canvas::Set(int64_t x, int64_t y, Colour colour) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
  pixels_[y * width_ + x] = colour;
}

void Canvas::Fill(int64_t x, int64_t y, int64_t width, int64_t height,
                  Colour colour) {
  for (int64_t row = y; row < y + height; ++row) {
    for (int64_t column = x; column < x + width; ++column) {
      Set(column, row, colour);
    }
  }
}

void Canvas::Write(int64_t x, int64_t y, std::string_view text) {
  for (const char c : text) {
    const auto* glyph =
        std::find_if(std::begin(kGlyphs), std::end(kGlyphs),
                     [c](const Glyph& g) { return g.character == c; });
    for (int row = 0; glyph != std::end(kGlyphs) && row < 7; ++row) {
      for (int bit = 0; bit < kGlyphWidth; ++bit) {
        if ((glyph->rows[row] >> (kGlyphWidth - 1 - bit) & 1) == 0) continue;
        Set(x + bit, y + row, kInk);
      }
    }
    x += kCharWidth;
  }
}

std::vector<std::byte> EncodePng(const Canvas& canvas) {
  static_assert(sizeof(Colour) == 3);
  PngWriter png;
  png.width = static_cast<png_uint_32>(canvas.width());
  png.height = static_cast<png_uint_32>(canvas.height());
  png.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
  std::vector<std::byte> bytes(size);
  if (png_image_write_to_memory(&png, bytes.data(), &size,
                                /*convert_to_8bit=*/0, canvas.pixels().data(),
                                /*row_stride=*/0, /*colormap=*/nullptr) == 0) {
    FailIo("picture", png.message);
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace backlerp::cli
