// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "downscale_photo/arguments.h"

#include <charconv>
#include <string_view>
#include <vector>

namespace examples {

const char kUsage[] =
    "usage: downscale_photo [PHOTO [STEPS [FOLDER]]]\n"
    "\n"
    "Finds the half-size image whose bilinear upsampling is closest to a\n"
    "photograph, and compares it with plain averaging.\n"
    "\n"
    "  PHOTO   a PNG image            (default: examples/data/photo.png)\n"
    "  STEPS   improvements, 0 to 1000                     (default: 12)\n"
    "  FOLDER  where the images go, made if missing (default: out/photo)\n"
    "\n"
    "Exit codes: 0 done, 1 a file or a computation failed, 2 wrong usage.\n";

namespace {

constexpr int kMaxSteps = 1000;

int ParseSteps(std::string_view text) {
  int steps = -1;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), steps);
  if (error != std::errc() || end != text.data() + text.size() || steps < 0 ||
      steps > kMaxSteps) {
    throw UsageError("STEPS is \"" + std::string(text) +
                     "\", expected a number from 0 to " +
                     std::to_string(kMaxSteps));
  }
  return steps;
}

}  // namespace

Arguments ParseArguments(int argc, char** argv) {
  Arguments arguments;
  const std::vector<std::string> given(argv + 1, argv + argc);
  for (const std::string& text : given) {
    if (text == "--help" || text == "-h") arguments.help = true;
  }
  if (arguments.help) return arguments;
  for (const std::string& text : given) {
    if (text.starts_with("--")) throw UsageError("unknown option " + text);
  }
  if (given.size() > 3) {
    throw UsageError("unexpected argument \"" + given[3] + "\"");
  }
  if (!given.empty()) arguments.photo = given[0];
  if (given.size() > 1) arguments.steps = ParseSteps(given[1]);
  if (given.size() > 2) arguments.folder = given[2];
  return arguments;
}

}  // namespace examples
