// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/campaign/options.h"

#include <charconv>
#include <map>
#include <stdexcept>
#include <string_view>

#include "fmt/core.h"

namespace backlerp::test {
namespace {

int64_t ParseNumber(std::string_view name, std::string_view text) {
  int64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) {
    throw std::invalid_argument(
        fmt::format("{}: is \"{}\", expected a number from 0 on", name, text));
  }
  return value;
}

}  // namespace

CampaignOptions ParseOptions(int argc, char** argv) {
  CampaignOptions options;
  const std::map<std::string_view, int64_t*> numbers = {
      {"--count", &options.count},
      {"--seed", &options.seed},
      {"--only", &options.only},
      {"--max-bits", &options.max_bits},
      {"--corrupt", &options.corrupt}};
  for (int i = 1; i < argc; i += 2) {
    const auto number = numbers.find(argv[i]);
    if (number == numbers.end() || i + 1 == argc) {
      throw std::invalid_argument(
          "usage: backlerp_campaign [--count N] [--seed S] [--only K] "
          "[--max-bits B]");
    }
    *number->second = ParseNumber(argv[i], argv[i + 1]);
  }
  if (options.max_bits > 32) {
    throw std::invalid_argument("--max-bits: expected at most 32");
  }
  return options;
}

}  // namespace backlerp::test
