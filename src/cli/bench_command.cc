// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdio>
#include <memory>
#include <string>

#include "cli/bench.h"
#include "cli/commands.h"
#include "cli/element_type.h"
#include "cli/failure.h"
#include "cli/json_text.h"
#include "cli/measurement.h"
#include "cli/option_checks.h"
#include "cli/options.h"
#include "fmt/core.h"

namespace backlerp::cli {
namespace {

double GigabytesPerSecond(const BenchOutcome& outcome,
                          const Measurement& times) {
  return outcome.bytes / times.Quantile(0.5) / 1e9;
}

std::string RowText(const char* name, const BenchOutcome& outcome,
                    const Measurement& times) {
  return fmt::format("{:<10} {:>10.4f} {:>10.4f} {:>10.4f} {:>10.1f}\n", name,
                     1e3 * times.Quantile(0.5), 1e3 * times.Quantile(0.25),
                     1e3 * times.Quantile(0.75),
                     GigabytesPerSecond(outcome, times));
}

std::string ToText(const BenchOutcome& o, bool forward) {
  const Problem& p = o.problem;
  std::string text = fmt::format(
      "{}: {} images of {}, {} x {} {} {} x {}\nkernel {}, {} thread{}, {} "
      "runs\n",
      forward ? "forward" : "grad", p.n * p.c, NameOf(p.dtype),
      forward ? p.in_h : p.out_h, forward ? p.in_w : p.out_w, "->",
      forward ? p.out_h : p.in_h, forward ? p.out_w : p.in_w, o.kernel,
      o.threads, o.threads == 1 ? "" : "s", o.times.first.runs());
  text += fmt::format("{:<10} {:>10} {:>10} {:>10} {:>10}\n", "", "median ms",
                      "25 %", "75 %", "GB/s");
  text += RowText("operator", o, o.times.first);
  text += RowText("copy", o, o.times.second);
  return text + fmt::format(
                    "operator / copy: {:.2f}\n",
                    o.times.first.Quantile(0.5) / o.times.second.Quantile(0.5));
}

std::string TimesJson(const BenchOutcome& outcome, const Measurement& times) {
  return fmt::format(
      "{{\"median_s\": {}, \"q25_s\": {}, \"q75_s\": {}, \"gb_per_s\": {}}}",
      times.Quantile(0.5), times.Quantile(0.25), times.Quantile(0.75),
      GigabytesPerSecond(outcome, times));
}

std::string ToJson(const BenchOutcome& o, bool forward) {
  const Problem& p = o.problem;
  return fmt::format(
      "{{\"direction\": \"{}\", \"dtype\": \"{}\",\n \"n\": {}, \"c\": {}, "
      "\"in\": [{}, {}], \"out\": [{}, {}],\n \"kernel\": {}, \"threads\": "
      "{}, \"bytes\": {}, \"runs\": {},\n \"operator\": {},\n \"copy\": "
      "{}}}\n",
      forward ? "forward" : "grad", NameOf(p.dtype), p.n, p.c, p.in_h, p.in_w,
      p.out_h, p.out_w, JsonString(o.kernel), o.threads, o.bytes,
      o.times.first.runs(), TimesJson(o, o.times.first),
      TimesJson(o, o.times.second));
}

int Run(const BenchFlags& flags) {
  ApplyThreads(flags.shared);
  const BenchOutcome outcome = RunBench(flags);
  const std::string text = flags.json ? ToJson(outcome, flags.forward)
                                      : ToText(outcome, flags.forward);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kDone;
}

}  // namespace

void AddBench(CLI::App* program, Command* run) {
  auto flags = std::make_shared<BenchFlags>();
  flags->shared.shape = "8,64,256,256";
  CLI::App* command = program->add_subcommand(
      "bench", "Time the operator against a copy of as many bytes");
  command->footer(
      "The copy reads and writes together what the operator does, on as many\n"
      "threads. Both run by turns; medians and quartiles are printed.\n"
      "\n"
      "Examples:\n"
      "  backlerp bench\n"
      "  backlerp bench --shape 1,3,1080,1920 --input-size 540,960 --forward");
  command
      ->add_option("--shape", flags->shared.shape,
                   "Shape of the upsampled tensor")
      ->type_name("SIZES")
      ->capture_default_str();
  command
      ->add_option("--input-size", flags->in_size,
                   "Size of the image that is upsampled [half of --shape's]")
      ->type_name("H,W");
  command->add_flag("--forward", flags->forward,
                    "Time upsampling, not its gradient");
  command
      ->add_option("--dtype", flags->shared.dtype, "Type of elements [float32]")
      ->check(CLI::IsMember(DataTypeNames()))
      ->type_name("TYPE");
  AddLayout(command, &flags->shared);
  AddComputation(command, &flags->shared);
  command->add_option("--seconds", flags->seconds, "How long to measure")
      ->check(NumberUpTo(3600))
      ->type_name("S")
      ->capture_default_str();
  command->add_flag("--json", flags->json, "Print JSON");
  *run = [flags] { return Run(*flags); };
}

}  // namespace backlerp::cli
