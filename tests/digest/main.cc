// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Computes a list of problems in every way that must not change a bit and
// compares the results with committed digests. README.md says more.

#include <chrono>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "fmt/core.h"
#include "tests/digest/comparison.h"
#include "tests/digest/problem_list.h"
#include "tests/digest/values.h"

namespace backlerp::test {
namespace {

constexpr const char* kUsage =
    "usage: backlerp_digest [options] FILE\n"
    "Computes problems in all ways that must give the same bits, and compares\n"
    "with the digests in FILE.\n"
    "  --threads-max N  up to N threads, 16 without it\n"
    "  --quick          small problems, in fewer ways: for emulators\n"
    "  --write          makes FILE anew, from the reference kernel\n";

struct Arguments {
  ComparisonOptions comparison;
  bool write = false;
  std::string file;
};

Arguments Parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--quick") {
      arguments.comparison.quick = true;
    } else if (argument == "--write") {
      arguments.write = true;
    } else if (argument == "--threads-max" && i + 1 < argc) {
      arguments.comparison.threads_max = std::atoi(argv[++i]);
    } else if (arguments.file.empty() && !argument.starts_with("-")) {
      arguments.file = argument;
    } else {
      throw std::invalid_argument(kUsage);
    }
  }
  const int threads = arguments.comparison.threads_max;
  if (arguments.file.empty() || threads < 1 || threads > 1024) {
    throw std::invalid_argument(kUsage);
  }
  return arguments;
}

std::string Shown(uint64_t digest) { return fmt::format("{:016x}", digest); }

std::string DigestOf(const std::vector<std::byte>& result) {
  return Shown(Digest(result.data(), result.size()));
}

int Write(const std::string& path) {
  std::ofstream file(path);
  for (const DigestCase& one : DigestCases()) {
    file << one.name << ' ' << DigestOf(ReferenceResult(one.problem, one.src()))
         << '\n';
  }
  file.close();
  if (!file) throw std::runtime_error(path + ": cannot be written");
  return EXIT_SUCCESS;
}

std::map<std::string, std::string> ReadDigests(const std::string& path) {
  std::ifstream file(path);
  std::map<std::string, std::string> digests;
  for (std::string name, digest; file >> name >> digest;) {
    digests[name] = digest;
  }
  if (!file.eof()) throw std::runtime_error(path + ": cannot be read");
  return digests;
}

// Whether an emulator gets through in time: larger problems in one type.
bool IsQuick(const DigestCase& one) {
  constexpr int64_t kSmall = 6'000;
  constexpr int64_t kMedium = 200'000;
  return one.elements() <
         (one.problem.dtype == DataType::kFloat32 ? kMedium : kSmall);
}

struct Tally {
  int64_t problems = 0;
  int64_t digests_differ = 0;
};

Tally CompareAll(const Arguments& arguments, Comparison* comparison) {
  const auto digests = ReadDigests(arguments.file);
  const auto cases = DigestCases();
  if (digests.size() != cases.size()) {
    throw std::runtime_error(fmt::format("{}: has {} digests, expected {}",
                                         arguments.file, digests.size(),
                                         cases.size()));
  }
  Tally tally;
  for (const DigestCase& one : cases) {
    if (arguments.comparison.quick && !IsQuick(one)) continue;
    ++tally.problems;
    const auto src = one.src();
    const auto expected = ReferenceResult(one.problem, src);
    const auto committed = digests.find(one.name);
    const std::string text =
        committed == digests.end() ? "missing" : committed->second;
    if (DigestOf(expected) != text) {
      ++tally.digests_differ;
      fmt::print("FAILED {}\n  the reference's digest is {}, committed is {}\n",
                 one.name, DigestOf(expected), text);
    }
    comparison->Run(one.name, one.problem, src, expected);
  }
  return tally;
}

// "rows_bf16_sve2_128" is of "sve2_128"; the plain ones have no such part.
std::string TargetOf(const std::string& kernel) {
  const size_t method = kernel.find('_');
  if (method == std::string::npos) return kernel;
  return kernel.substr(kernel.find('_', method + 1) + 1);
}

// Returns how many kernels were never at work.
int64_t Report(const ComparisonCounts& counts) {
  std::map<std::string, int64_t> by_target;
  int64_t idle = 0;
  for (const auto& [kernel, computations] : counts.by_kernel) {
    by_target[TargetOf(kernel)] += computations;
    if (computations > 0) continue;
    ++idle;
    fmt::print("never chosen: {}\n", kernel);
  }
  for (const auto& [target, computations] : by_target) {
    fmt::print("{:>9} computations by {}\n", computations, target);
  }
  for (const auto& [workers, computations] : counts.by_workers) {
    fmt::print("{:>9} computations on {} thread{}\n", computations, workers,
               workers == 1 ? "" : "s");
  }
  return idle;
}

int Run(const Arguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  if (arguments.write) return Write(arguments.file);
  Comparison comparison(arguments.comparison);
  const Tally tally = CompareAll(arguments, &comparison);
  const ComparisonCounts& counts = comparison.counts();
  const int64_t idle = Report(counts);
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  fmt::print(
      "{} problems, {} computations compared, {} differ; {} digests differ "
      "({:.1f} s)\n",
      tally.problems, counts.all, counts.failures, tally.digests_differ,
      seconds.count());
  const bool same = counts.failures == 0 && tally.digests_differ == 0;
  return same && idle == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace backlerp::test

int main(int argc, char** argv) {
  try {
    return backlerp::test::Run(backlerp::test::Parse(argc, argv));
  } catch (const std::invalid_argument& usage) {
    fmt::print(stderr, "{}", usage.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "backlerp_digest: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
