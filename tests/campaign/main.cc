// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The differential campaign: random problems, each by the kernel that users get
// and by another one drawn at random against the reference, bit for bit, and
// the reference against evaluations that share no code with it.
//
//   backlerp_campaign [--count N] [--seed S] [--only K] [--max-bits B]
//
// Problem K of a seed is the same whatever else runs; a failure prints the
// command that repeats it alone.

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fmt/core.h"
#include "tests/campaign/chooser.h"
#include "tests/campaign/draw.h"
#include "tests/campaign/options.h"
#include "tests/campaign/trial.h"
#include "tests/support/plan_run.h"
#include "tests/support/random.h"

namespace backlerp::test {
namespace {

class RandomChooser : public Chooser {
 public:
  explicit RandomChooser(uint64_t seed) : random_(seed) {}
  int64_t Between(int64_t first, int64_t last) override {
    return random_.Between(first, last);
  }

 private:
  Random random_;
};

class Campaign {
 public:
  explicit Campaign(const CampaignOptions& options) : options_(options) {}

  void Run() {
    fmt::print("seed {}\n", options_.seed);
    std::fflush(stdout);
    if (options_.only >= 0) {
      RunProblem(options_.only);
    } else {
      for (int64_t k = 0; k < options_.count; ++k) {
        RunProblem(k);
        if (k % 50 == 0) ShowProgress(k);
      }
    }
    if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r{:40}\r", "");
    PrintCounts();
  }
  int64_t failures() const { return failures_; }

 private:
  void RunProblem(int64_t k) {
    // Neighbouring numbers must not give problems that are alike: the engine
    // mixes its seed.
    RandomChooser chooser(static_cast<uint64_t>(options_.seed) * 1'000'003 +
                          static_cast<uint64_t>(k));
    const Drawn drawn =
        DrawProblem(static_cast<int>(options_.max_bits), &chooser);
    Count(drawn);
    try {
      Trial trial(drawn);
      Judge(k, trial, "reference", trial.CheckReference());
      if (k == options_.corrupt) trial.Corrupt();
      CheckKernels(k, trial, &chooser);
    } catch (const std::exception& error) {
      Fail(k, Description(drawn), "exception", error.what());
    }
  }

  void CheckKernels(int64_t k, const Trial& trial, Chooser* chooser) {
    std::string used;
    const PlanOptions usual = DrawOptions("", chooser);
    const std::string fault = *trial.CheckKernel(usual, &used);
    Judge(k, trial, fmt::format("{} ({})", Describe(usual), used), fault);
    ++counts_["kernel " + used];
    for (const std::string& name : InRandomOrder(chooser)) {
      if (name == used) continue;
      const PlanOptions options = DrawOptions(name, chooser);
      const auto other_fault = trial.CheckKernel(options, &used);
      if (!other_fault) continue;
      Judge(k, trial, Describe(options), *other_fault);
      ++counts_["kernel " + name];
      return;
    }
  }

  // The reference mostly last: it can do everything, and is the measure.
  static std::vector<std::string> InRandomOrder(Chooser* chooser) {
    std::vector<std::string> names = KernelNames();
    const auto last = static_cast<int64_t>(names.size()) - 1;
    for (int64_t i = last - 1; i > 0; --i) {
      std::swap(names[static_cast<size_t>(i)],
                names[static_cast<size_t>(chooser->Between(0, i))]);
    }
    if (chooser->OneIn(8)) std::swap(names.front(), names.back());
    return names;
  }

  static std::string Description(const Drawn& drawn) {
    return fmt::format("a problem of {}", NameOf(drawn.problem.dtype));
  }

  void Judge(int64_t k, const Trial& trial, const std::string& what,
             const std::string& fault) {
    ++comparisons_;
    if (!fault.empty()) Fail(k, trial.Describe(), what, fault);
  }

  void Fail(int64_t k, const std::string& problem, const std::string& what,
            const std::string& fault) {
    // More would only hide the first ones.
    constexpr int64_t kShown = 20;
    if (++failures_ > kShown) return;
    fmt::print(
        "FAILED problem {}: {}\n  {}\n  {}\n  repeat with: backlerp_campaign "
        "--seed {} --max-bits {} --only {}\n",
        k, fault, problem, what, options_.seed, options_.max_bits, k);
    std::fflush(stdout);
  }

  void Count(const Drawn& drawn) {
    ++problems_;
    ++counts_[fmt::format("dtype {}", NameOf(drawn.problem.dtype))];
    ++counts_[fmt::format("read {}", drawn.src.name)];
    ++counts_[fmt::format("written {}", drawn.dst.name)];
    ++counts_[drawn.problem.direction == Direction::kBackward
                  ? "direction backward"
                  : "direction forward"];
    ++counts_[drawn.ordinary ? "values ordinary" : "values special"];
  }

  void ShowProgress(int64_t k) const {
    if (isatty(STDERR_FILENO) == 0) return;
    fmt::print(stderr, "\r{} of {}, {} failures", k, options_.count, failures_);
  }

  void PrintCounts() const {
    for (const auto& [name, count] : counts_) {
      fmt::print("{:36} {}\n", name, count);
    }
    fmt::print("{} problems, {} comparisons, {} failures\n", problems_,
               comparisons_, failures_);
  }

  CampaignOptions options_;
  std::map<std::string, int64_t> counts_;
  int64_t problems_ = 0;
  int64_t comparisons_ = 0;
  int64_t failures_ = 0;
};

}  // namespace
}  // namespace backlerp::test

int main(int argc, char** argv) try {
  backlerp::test::Campaign campaign(backlerp::test::ParseOptions(argc, argv));
  campaign.Run();
  return campaign.failures() == 0 ? 0 : 1;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 2;
}
