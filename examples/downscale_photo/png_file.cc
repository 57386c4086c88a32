// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "downscale_photo/png_file.h"

#include <png.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

namespace examples {
namespace {

using File = std::unique_ptr<FILE, int (*)(FILE*)>;

[[noreturn]] void Fail(const std::string& path, const std::string& reason) {
  throw std::runtime_error(path + ": " + reason);
}

File Open(const std::string& path, const char* mode) {
  File file(std::fopen(path.c_str(), mode), &std::fclose);
  if (file == nullptr) Fail(path, std::strerror(errno));
  return file;
}

// libpng's simplified interface, freed on every way out.
struct PngImage : png_image {
  PngImage() : png_image{} { version = PNG_IMAGE_VERSION; }
  ~PngImage() { png_image_free(this); }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;
};

}  // namespace

Image ReadPng(const std::string& path) {
  const File file = Open(path, "rb");
  PngImage png;
  if (png_image_begin_read_from_stdio(&png, file.get()) == 0) {
    Fail(path, std::string("cannot be read as a PNG image: ") + png.message);
  }
  png.format = PNG_FORMAT_RGB;
  const png_color white = {255, 255, 255};
  std::vector<png_byte> bytes(PNG_IMAGE_SIZE(png));
  if (png_image_finish_read(&png, &white, bytes.data(), /*row_stride=*/0,
                            /*colormap=*/nullptr) == 0) {
    Fail(path, std::string("cannot be read as a PNG image: ") + png.message);
  }
  Image image({.height = png.height, .width = png.width});
  for (int64_t i = 0; i < image.size.pixels(); ++i) {
    for (int64_t colour = 0; colour < kColours; ++colour) {
      image.plane(colour)[i] = bytes[i * kColours + colour];
    }
  }
  return image;
}

void WritePng(const std::string& path, const Image& image) {
  const Image rounded = RoundedToBytes(image);
  std::vector<png_byte> bytes(rounded.values.size());
  for (int64_t i = 0; i < rounded.size.pixels(); ++i) {
    for (int64_t colour = 0; colour < kColours; ++colour) {
      bytes[i * kColours + colour] =
          static_cast<png_byte>(rounded.plane(colour)[i]);
    }
  }
  PngImage png;
  png.width = static_cast<png_uint_32>(image.size.width);
  png.height = static_cast<png_uint_32>(image.size.height);
  png.format = PNG_FORMAT_RGB;
  const File file = Open(path, "wb");
  if (png_image_write_to_stdio(&png, file.get(), /*convert_to_8bit=*/0,
                               bytes.data(), /*row_stride=*/0,
                               /*colormap=*/nullptr) == 0 ||
      std::fflush(file.get()) != 0) {
    Fail(path,
         std::string("cannot be written: ") +
             (png.message[0] != '\0' ? png.message : std::strerror(errno)));
  }
}

}  // namespace examples
