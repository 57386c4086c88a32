// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_ARGUMENTS_H_
#define BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_ARGUMENTS_H_

#include <stdexcept>
#include <string>

namespace examples {

struct Arguments {
  std::string photo = "examples/data/photo.png";
  int steps = 12;
  std::string folder = "out/photo";
  bool help = false;
};

extern const char kUsage[];

// A command line that makes no sense; what() says which argument and why.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Arguments ParseArguments(int argc, char** argv);

}  // namespace examples

#endif  // BACKLERP_EXAMPLES_DOWNSCALE_PHOTO_ARGUMENTS_H_
