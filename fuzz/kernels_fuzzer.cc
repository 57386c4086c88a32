// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// A legal problem made of the input's bytes, by every kernel that can do it,
// against the reference, bit for bit, between guard pages.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "backlerp/plan.h"
#include "fuzz/input.h"
#include "fuzz/require.h"
#include "tests/campaign/chooser.h"
#include "tests/campaign/draw.h"
#include "tests/campaign/trial.h"
#include "tests/support/plan_run.h"

namespace backlerp::fuzz {
namespace {

// Both tensors together have at most 2^13 elements: many problems, not large
// ones. The campaign has these.
constexpr int kMaxBits = 13;

class InputChooser : public test::Chooser {
 public:
  explicit InputChooser(Input* input) : input_(*input) {}
  int64_t Between(int64_t first, int64_t last) override {
    return input_.Between(first, last);
  }

 private:
  Input& input_;
};

void Run(Input* input) {
  InputChooser chooser(input);
  const test::Trial trial(test::DrawProblem(kMaxBits, &chooser));
  const std::string fault = trial.CheckReference();
  Require(fault.empty(), fault + "\n  " + trial.Describe());
  for (const std::string& name : KernelNames()) {
    const PlanOptions options = test::DrawOptions(name, &chooser);
    std::string kernel;
    const auto result = trial.CheckKernel(options, &kernel);
    if (!result) continue;
    Require(result->empty(), *result + "\n  " + trial.Describe() + "\n  " +
                                 test::Describe(options));
    Require(kernel == name, "another kernel ran than " + name);
  }
}

}  // namespace
}  // namespace backlerp::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  backlerp::fuzz::Input input(data, size);
  backlerp::fuzz::Run(&input);
  return 0;
}
