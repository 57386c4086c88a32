// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/options.h"

#include <sched.h>

#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "base/per_process.h"
#include "fmt/core.h"

namespace backlerp {
namespace {

constexpr int kMaxThreads = 1024;

struct SocName {
  const char* name;
  Soc soc;
};
constexpr SocName kSocNames[] = {
    {"Ascend910B", Soc::kAscend910B}, {"Ascend910_93", Soc::kAscend910_93},
    {"Ascend950", Soc::kAscend950},   {"Ascend910", Soc::kAscend910},
    {"Ascend310P", Soc::kAscend310P},
};

constexpr const char* kLogLevelNames[] = {"off", "error", "warn", "info",
                                          "debug"};

// Straight to stderr: the log level itself may be what is being read.
void ReportBadValue(const char* variable, std::string_view given,
                    const char* expected) {
  fmt::print(stderr, "backlerp: {} is \"{}\", expected {}; using the default\n",
             variable, given, expected);
}

int CpusOfThisProcess() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return CPU_COUNT(&set);
  // More CPUs than cpu_set_t has bits.
  const unsigned count = std::thread::hardware_concurrency();
  return count == 0 ? 1 : static_cast<int>(count);
}

void ReadSoc(std::string_view value, Options* options) {
  for (const SocName& entry : kSocNames) {
    // The longest name wins by standing in its own entry: "Ascend910B3" is a
    // chip of the profile Ascend910B, not of Ascend910.
    const std::string_view name = entry.name;
    const bool is_variant = value.size() == name.size() + 1 &&
                            value.starts_with(name) && value.back() >= '1' &&
                            value.back() <= '9';
    if (value != name && !is_variant) continue;
    options->soc = entry.soc;
    options->soc_name = value;
    return;
  }
  ReportBadValue("BACKLERP_SOC", value,
                 "Ascend910B, Ascend910_93, Ascend950, Ascend910 or "
                 "Ascend310P");
}

void ReadStrict(std::string_view value, Options* options) {
  if (value == "0" || value == "1") {
    options->strict = value == "1";
  } else {
    ReportBadValue("BACKLERP_STRICT", value, "0 or 1");
  }
}

void ReadNumThreads(std::string_view value, Options* options) {
  int threads = 0;
  const auto [end, error] =
      std::from_chars(value.data(), value.data() + value.size(), threads);
  if (error == std::errc() && end == value.data() + value.size() &&
      threads >= 1 && threads <= kMaxThreads) {
    options->num_threads = threads;
  } else {
    ReportBadValue("BACKLERP_NUM_THREADS", value, "a number from 1 to 1024");
  }
}

void ReadLogLevel(std::string_view value, Options* options) {
  for (size_t i = 0; i < std::size(kLogLevelNames); ++i) {
    if (value != kLogLevelNames[i]) continue;
    options->log_level = static_cast<LogLevel>(i);
    return;
  }
  ReportBadValue("BACKLERP_LOG", value, "off, error, warn, info or debug");
}

void ReadKernel(std::string_view value, Options* options) {
  options->kernel = value;
}

struct Variable {
  const char* name;
  void (*read)(std::string_view value, Options* options);
};
constexpr Variable kVariables[] = {
    {"BACKLERP_SOC", ReadSoc},       {"BACKLERP_STRICT", ReadStrict},
    {"BACKLERP_LOG", ReadLogLevel},  {"BACKLERP_NUM_THREADS", ReadNumThreads},
    {"BACKLERP_KERNEL", ReadKernel},
};

std::atomic<const Options*> current{nullptr};

// Replaced sets are kept, because a thread may still hold a reference;
// reloading is as rare as aclInit.
struct ReplacedOptions {
  std::mutex mutex;
  std::vector<const Options*> sets;
};
constinit PerProcess<ReplacedOptions> replaced_options;

std::unique_ptr<const Options> ReadEnvironment() {
  auto options = std::make_unique<Options>();
  options->num_threads = CpusOfThisProcess();
  for (const Variable& variable : kVariables) {
    const char* value = std::getenv(variable.name);
    // An empty variable is an unset one, as in a shell's `X= command`.
    if (value != nullptr && *value != '\0') variable.read(value, options.get());
  }
  return options;
}

}  // namespace

const Options& GetOptions() {
  const Options* options = current.load(std::memory_order_acquire);
  if (options != nullptr) return *options;
  std::unique_ptr<const Options> fresh = ReadEnvironment();
  if (current.compare_exchange_strong(options, fresh.get(),
                                      std::memory_order_acq_rel)) {
    return *fresh.release();
  }
  return *options;
}

void ReloadOptions() {
  ReplacedOptions& replaced = replaced_options.get();
  std::unique_ptr<const Options> fresh = ReadEnvironment();
  const std::lock_guard lock(replaced.mutex);
  replaced.sets.emplace_back();  // nothing may throw after the exchange
  replaced.sets.back() =
      current.exchange(fresh.release(), std::memory_order_acq_rel);
}

}  // namespace backlerp
