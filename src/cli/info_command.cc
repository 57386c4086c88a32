// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// info: what a report about a problem should begin with. All of it comes from
// the library as it is loaded, nothing from how this program was built.

#include <link.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "backlerp/plan.h"
#include "backlerp/version.h"
#include "cli/commands.h"
#include "cli/failure.h"
#include "cli/json_text.h"
#include "fmt/core.h"
#include "fmt/ranges.h"

namespace backlerp::cli {
namespace {

constexpr const char* kVariables[] = {"BACKLERP_SOC", "BACKLERP_STRICT",
                                      "BACKLERP_LOG", "BACKLERP_NUM_THREADS",
                                      "BACKLERP_KERNEL"};

struct Information {
  std::vector<std::string> kernels;
  std::vector<std::string> instruction_sets;  // best first
  std::string kernel;                         // what a large problem is given
  int threads = 0;
  std::string product;
  std::vector<std::string> libraries;
  std::vector<std::string> variables;
};

// The last part of a kernel's name says for which instructions it is; the copy
// and the reference have none.
std::vector<std::string> InstructionSetsOf(
    const std::vector<std::string>& kernels) {
  std::vector<std::string> sets;
  for (const std::string& kernel : kernels) {
    // "rows_f32_avx2"; sets may have an underscore themselves, as "avx3_dl".
    const size_t first = kernel.find('_');
    const size_t second = kernel.find('_', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string set = kernel.substr(second + 1);
    if (std::find(sets.begin(), sets.end(), set) == sets.end()) {
      sets.push_back(set);
    }
  }
  return sets;
}

// A problem that every machine's best kernel and all threads are used for.
Plan LargePlan() {
  Problem p;
  p.n = p.c = 64;
  p.in_h = p.in_w = 128;
  p.out_h = p.out_w = 256;
  p.in_strides = PackedNchw(p.c, p.in_h, p.in_w);
  p.out_strides = PackedNchw(p.c, p.out_h, p.out_w);
  Plan plan;
  const Status status = Plan::Create(p, {}, &plan);
  if (!status.ok()) FailWith(status);
  return plan;
}

int AddLibrary(dl_phdr_info* info, size_t /*size*/, void* libraries) {
  const std::string_view path = info->dlpi_name;
  for (const char* name : {"/libbacklerp.so", "/libascendcl.so",
                           "/libnnopbase.so", "/libopapi.so"}) {
    if (path.find(name) == std::string_view::npos) continue;
    std::error_code error;
    const auto real = std::filesystem::canonical(path, error);
    static_cast<std::vector<std::string>*>(libraries)->push_back(
        error ? std::string(path) : real.string());
  }
  return 0;
}

Information Gather() {
  Information info;
  info.kernels = KernelNames();
  info.instruction_sets = InstructionSetsOf(info.kernels);
  const Plan plan = LargePlan();
  info.kernel = plan.kernel();
  info.threads = plan.threads();
  info.product = aclrtGetSocName();
  dl_iterate_phdr(AddLibrary, &info.libraries);
  for (const char* name : kVariables) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    info.variables.push_back(fmt::format("{}={}", name, value));
  }
  return info;
}

std::string Version() {
  return fmt::format("{}.{}.{}", BACKLERP_VERSION_MAJOR, BACKLERP_VERSION_MINOR,
                     BACKLERP_VERSION_PATCH);
}

std::string Lines(const char* label, const std::vector<std::string>& values) {
  if (values.empty()) return fmt::format("{:<18} none\n", label);
  std::string text;
  for (const std::string& value : values) {
    text += fmt::format("{:<18} {}\n", label, value);
    label = "";
  }
  return text;
}

std::string ToText(const Information& info, bool kernels) {
  std::string text = fmt::format("{:<18} {}\n", "version", Version());
  text += fmt::format(
      "{:<18} {}\n", "instruction sets",
      info.instruction_sets.empty()
          ? "none (scalar reference)"
          : fmt::format("{}", fmt::join(info.instruction_sets, ", ")));
  text += fmt::format("{:<18} {}\n", "kernel chosen", info.kernel);
  text += fmt::format("{:<18} {}\n", "threads", info.threads);
  text += fmt::format("{:<18} {}\n", "product profile", info.product);
  text += Lines("libraries", info.libraries);
  text += Lines("environment", info.variables);
  return kernels ? text + Lines("kernels", info.kernels) : text;
}

std::string ListJson(const std::vector<std::string>& values) {
  std::vector<std::string> quoted;
  quoted.reserve(values.size());
  for (const std::string& value : values) quoted.push_back(JsonString(value));
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

std::string ToJson(const Information& info) {
  return fmt::format(
      "{{\"version\": {},\n \"instruction_sets\": {},\n \"kernel\": {},\n "
      "\"threads\": {},\n \"product\": {},\n \"libraries\": {},\n "
      "\"environment\": {},\n \"kernels\": {}}}\n",
      JsonString(Version()), ListJson(info.instruction_sets),
      JsonString(info.kernel), info.threads, JsonString(info.product),
      ListJson(info.libraries), ListJson(info.variables),
      ListJson(info.kernels));
}

struct InfoFlags {
  bool json = false;
  bool kernels = false;
};

}  // namespace

void AddInfo(CLI::App* program, Command* run) {
  auto flags = std::make_shared<InfoFlags>();
  CLI::App* command = program->add_subcommand(
      "info", "Show version, instruction sets, threads, profile, libraries");
  command->footer(
      "\"instruction sets\" are those that the library has kernels for and "
      "this\n"
      "machine can run, best first; \"kernel chosen\" is what a large float32\n"
      "problem gets.");
  command->add_flag("--kernels", flags->kernels,
                    "List all kernels of this machine, best first");
  command->add_flag("--json", flags->json, "Print JSON");
  *run = [flags] {
    const Information info = Gather();
    const std::string text =
        flags->json ? ToJson(info) : ToText(info, flags->kernels);
    std::fwrite(text.data(), 1, text.size(), stdout);
    return static_cast<int>(kDone);
  };
}

}  // namespace backlerp::cli
