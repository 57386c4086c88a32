// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/options.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "cli/element_type.h"
#include "cli/failure.h"
#include "fmt/core.h"

namespace backlerp::cli {
namespace {

// The parts between separators; one empty part where there is no text.
std::vector<std::string_view> Split(std::string_view text,
                                    std::string_view separators) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t end = text.find_first_of(separators);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

template <typename T>
bool Parse(std::string_view text, T* value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, *value);
  return result.ec == std::errc() && result.ptr == end;
}

}  // namespace

void AddDtype(CLI::App* command, OperatorFlags* flags) {
  command
      ->add_option("--dtype", flags->dtype,
                   "Type of elements in files that do not say it: raw ones "
                   "(float32 if not given), and bf16 in .npy as uint16")
      ->check(CLI::IsMember(DataTypeNames()))
      ->type_name("TYPE");
}

void AddShape(CLI::App* command, OperatorFlags* flags) {
  command
      ->add_option("--shape", flags->shape,
                   "Shape of raw input, such as 1,64,256,256")
      ->type_name("SIZES");
}

void AddLayout(CLI::App* command, OperatorFlags* flags) {
  command->add_option("--layout", flags->layout, "Order of axes: NCHW or NHWC")
      ->check(CLI::IsMember({"NCHW", "NHWC"}))
      ->type_name("ORDER")
      ->capture_default_str();
}

void AddComputation(CLI::App* command, OperatorFlags* flags) {
  command
      ->add_option("--scales", flags->scales,
                   "Factors H,W from the image to the upsampled one; without "
                   "them the sizes decide")
      ->type_name("H,W");
  command->add_flag("--align-corners", flags->align_corners,
                    "Corner pixels map to corner pixels; scales are unused");
  command
      ->add_option("--coordinates", flags->coordinates,
                   "Precision of coordinates and weights")
      ->check(CLI::IsMember({"float32", "float64"}))
      ->type_name("TYPE")
      ->capture_default_str();
  command
      ->add_option("--threads", flags->threads,
                   "Threads to use, 1 to 1024 [BACKLERP_NUM_THREADS, or the "
                   "CPUs of the process]")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command
      ->add_option("--kernel", flags->kernel,
                   "Kernel to use, one of those that info names")
      ->envname("BACKLERP_KERNEL")
      ->type_name("NAME");
}

std::vector<int64_t> ParseSizes(const std::string& option,
                                const std::string& text) {
  std::vector<int64_t> sizes;
  if (text.empty()) return sizes;
  for (const std::string_view part : Split(text, ",x")) {
    int64_t size = 0;
    if (!Parse(part, &size) || size < 0) {
      FailBadInput(option, fmt::format("is \"{}\", expected sizes separated by "
                                       "commas",
                                       text));
    }
    sizes.push_back(size);
  }
  return sizes;
}

Scales ParseScales(const std::string& text) {
  if (text.empty()) return {};
  const std::vector<std::string_view> parts = Split(text, ",x");
  Scales scales;
  if (parts.size() > 2 || !Parse(parts.front(), &scales.h) ||
      !Parse(parts.back(), &scales.w)) {
    FailBadInput("--scales",
                 fmt::format("is \"{}\", expected one number or two separated "
                             "by a comma",
                             text));
  }
  return scales;
}

TensorHints HintsFrom(const OperatorFlags& flags) {
  TensorHints hints;
  if (!flags.dtype.empty()) hints.dtype = ParseDataType(flags.dtype);
  hints.shape = ParseSizes("--shape", flags.shape);
  return hints;
}

Problem ProblemFrom(const OperatorFlags& flags) {
  const Scales scales = ParseScales(flags.scales);
  Problem problem;
  problem.align_corners = flags.align_corners;
  problem.scale_h = scales.h;
  problem.scale_w = scales.w;
  problem.coordinates = flags.coordinates == "float64" ? Coordinates::kFloat64
                                                       : Coordinates::kFloat32;
  return problem;
}

void ApplyThreads(const OperatorFlags& flags) {
  if (flags.threads == 0) return;
  setenv("BACKLERP_NUM_THREADS", std::to_string(flags.threads).c_str(),
         /*overwrite=*/1);
}

}  // namespace backlerp::cli
