// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/option_checks.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "backlerp/plan.h"
#include "base/checked.h"
#include "cli/failure.h"
#include "fmt/core.h"
#include "fmt/ranges.h"

namespace backlerp::cli {

CLI::Validator NumberUpTo(double most) {
  const std::string expected =
      most < std::numeric_limits<double>::max()
          ? fmt::format("expected a number from 0 to {}", most)
          : "expected a number >= 0";
  const auto check = [most, expected](std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const bool is_number = !text.empty() && *end == '\0';
    if (is_number && value >= 0 && value <= most) return std::string();
    return fmt::format("is \"{}\", {}", text, expected);
  };
  return {check, /*validator_desc=*/""};
}

void CheckScales(const OperatorFlags& flags) {
  const Scales scales = ParseScales(flags.scales);
  for (const double scale : {scales.h, scales.w}) {
    if (std::isfinite(scale) && scale >= 0) continue;
    FailBadInput(
        "--scales",
        fmt::format("is \"{}\", expected finite numbers >= 0", flags.scales));
  }
}

void CheckKernel(const OperatorFlags& flags) {
  const std::string& name = flags.kernel;
  const std::vector<std::string> names = KernelNames();
  if (name.empty() ||
      std::find(names.begin(), names.end(), name) != names.end()) {
    return;
  }
  FailBadInput("--kernel",
               fmt::format("\"{}\" is no kernel of this machine, see `backlerp "
                           "info --kernels`",
                           name));
}

void CheckSizes(const std::string& option, const std::vector<int64_t>& sizes,
                int64_t least) {
  for (const int64_t size : sizes) {
    if (size >= least) continue;
    FailBadInput(option, fmt::format("is \"{}\", expected sizes of at least {}",
                                     fmt::join(sizes, ","), least));
  }
}

void CheckCount(const std::string& option, const std::vector<int64_t>& sizes) {
  Checked bytes = int64_t{sizeof(double)};
  for (const int64_t size : sizes) {
    bytes = CheckedMul(bytes, std::max<int64_t>(size, 1));
  }
  if (bytes) return;
  FailBadInput(option, fmt::format("{} is more elements than 64 bits can count",
                                   fmt::join(sizes, " x ")));
}

void FailWithPlan(const Status& status) {
  constexpr std::string_view kField = "options.kernel: ";
  if (status.message().starts_with(kField)) {
    FailBadInput("--kernel", status.message().substr(kField.size()));
  }
  FailWith(status);
}

}  // namespace backlerp::cli
