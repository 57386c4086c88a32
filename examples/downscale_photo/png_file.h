// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_PNG_FILE_H_
#define BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_PNG_FILE_H_

#include <string>

#include "downscale_photo/image.h"

namespace examples {

// Both throw std::runtime_error "<path>: <reason>".

// Any kind of PNG: grey becomes RGB, 16 bits become 8, transparency is put on
// white.
Image ReadPng(const std::string& path);

// Rounds the values to bytes.
void WritePng(const std::string& path, const Image& image);

}  // namespace examples

#endif  // BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_PNG_FILE_H_
