// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/compare.h"
#include "cli/compare_report.h"
#include "cli/element_type.h"
#include "cli/failure.h"
#include "cli/option_checks.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/picture.h"
#include "cli/plane.h"
#include "cli/progress.h"
#include "fmt/core.h"
#include "fmt/ranges.h"

namespace backlerp::cli {
namespace {

struct CompareFlags {
  OperatorFlags shared;  // dtype, shape, layout
  std::string a;
  std::string b;
  CompareOptions options;
  double allowed_share = 0;
  bool json = false;
  std::string picture;
  std::string plane;
  bool quiet = false;
};

void DrawPicture(const CompareFlags& flags, const CompareReport& report) {
  if (!report.same_shape()) {
    FailBadInput(flags.picture, "not drawn, the shapes are not equal");
  }
  const bool nhwc = flags.shared.nhwc();
  const Plane a = ReadPlane(report.a, nhwc, report.plane);
  const Plane b = ReadPlane(report.b, nhwc, report.plane);
  const std::vector<std::byte> png = EncodePng(
      DrawComparison(a, b, fmt::format("{}", fmt::join(report.plane, ","))));
  WriteFile(flags.picture, png);
}

// The plane to draw: the one asked for, or else that of the worst element.
std::vector<int64_t> ChoosePlane(const CompareFlags& flags,
                                 const CompareReport& report) {
  const std::vector<int64_t>& shape = report.a.view().shape;
  if (!flags.plane.empty()) return ParseSizes("--plane", flags.plane);
  const std::vector<Pair>& worst = report.result.worst;
  const int64_t index = worst.empty() ? 0 : worst.front().index;
  if (report.a.elements() == 0) return {};
  return PlaneOf(PlaceOf(index, shape), flags.shared.nhwc());
}

// Fills in the report where there is something to compare.
void CompareAll(const CompareFlags& flags, CompareReport* report) {
  CompareOptions options = flags.options;
  // The picture needs the worst place also where the list of them is not shown.
  options.worst = std::max<size_t>(options.worst, 1);
  Progress progress("compare", report->a.elements(), flags.quiet);
  report->result = Compare(report->a.view(), report->b.view(), options,
                           [&](int64_t done) { progress.Show(done); });
  if (!flags.picture.empty()) report->plane = ChoosePlane(flags, *report);
  std::vector<Pair>& worst = report->result.worst;
  worst.resize(std::min(worst.size(), flags.options.worst));
}

int Run(const CompareFlags& flags) {
  if (flags.picture == "-") {
    FailBadInput("--picture", "is \"-\", expected the name of a file");
  }
  if (flags.a == "-" && flags.b == "-") {
    FailBadInput("compare", "only one of A and B can be the standard input");
  }
  TensorHints hints = HintsFrom(flags.shared);
  hints.dtype_is_default = true;
  const InputTensor a(flags.a, hints);
  const InputTensor b(flags.b, hints);
  CompareReport report{a, b, flags.options, flags.allowed_share, {}, {}};
  if (report.same_shape()) CompareAll(flags, &report);
  // The numbers first: they are there also where the picture fails.
  const std::string text = flags.json ? ToJson(report) : ToText(report);
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (!flags.picture.empty()) DrawPicture(flags, report);
  return report.equal() ? kDone : kDifferent;
}

void AddFlags(CLI::App* command, CompareFlags* flags) {
  command->add_option("a", flags->a, "The result, as for grad's input")
      ->required()
      ->type_name("A");
  command->add_option("b", flags->b, "The reference, as for grad's input")
      ->required()
      ->type_name("B");
  command
      ->add_option("--atol", flags->options.tolerance.atol,
                   "Absolute tolerance")
      ->check(NumberUpTo())
      ->type_name("X")
      ->capture_default_str();
  command
      ->add_option("--rtol", flags->options.tolerance.rtol,
                   "Tolerance relative to B")
      ->check(NumberUpTo())
      ->type_name("X")
      ->capture_default_str();
  command
      ->add_option("--allow", flags->allowed_share,
                   "Share of elements that may be beyond the tolerance")
      ->check(NumberUpTo(1))
      ->type_name("SHARE")
      ->capture_default_str();
  command
      ->add_option("--worst", flags->options.worst,
                   "How many of the worst places to show")
      ->check(CLI::Range(0, 1000))
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--json", flags->json, "Print JSON");
  command
      ->add_option("--picture", flags->picture,
                   "Draw a plane of A, of B, and A - B, into this PNG file")
      ->type_name("FILE");
  command
      ->add_option(
          "--plane", flags->plane,
          "The plane to draw, such as 0,3 for n,c [that of the worst element]")
      ->type_name("N,C");
  AddLayout(command, &flags->shared);
  AddDtype(command, &flags->shared);
  AddShape(command, &flags->shared);
  command->add_flag("-q,--quiet", flags->quiet, "No progress on the terminal");
}

}  // namespace

void AddCompare(CLI::App* program, Command* run) {
  auto flags = std::make_shared<CompareFlags>();
  CLI::App* command =
      program->add_subcommand("compare", "Say how far two tensors are apart");
  command->footer(
      "A pair is within tolerance if |A - B| <= atol + rtol * |B|. NaN equals\n"
      "NaN at the same place; against a number it is beyond any tolerance.\n"
      "Exit status: 0 equal within tolerance, 1 not, 2 bad input, 3 I/O "
      "error.\n"
      "\n"
      "Examples:\n"
      "  backlerp compare from_chip.npy expected.npy --rtol 1e-3 --allow 1e-3\n"
      "  backlerp compare a.bin b.bin --shape 1,64,32,32 --dtype fp16 \\\n"
      "    --picture difference.png --plane 0,5");
  AddFlags(command, flags.get());
  *run = [flags] { return Run(*flags); };
}

}  // namespace backlerp::cli
