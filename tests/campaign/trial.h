// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// One drawn problem with its values, and what holds of every result.

#ifndef BACKLERP_TESTS_CAMPAIGN_TRIAL_H_
#define BACKLERP_TESTS_CAMPAIGN_TRIAL_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tests/campaign/draw.h"

namespace backlerp::test {

// Texts are empty where all is well.
class Trial {
 public:
  // Draws the values and computes them by the reference kernel, packed and on
  // one thread.
  explicit Trial(const Drawn& drawn);

  // The reference's result against what shares no code with it: for small
  // problems the contract, bit for bit; for ordinary values float64, within the
  // derived bound. Of large problems a few planes.
  std::string CheckReference() const;

  // Runs with `options` between guard pages, in the problem's own layouts.
  // nullopt where the kernel cannot do the problem. *kernel is the one that
  // ran.
  std::optional<std::string> CheckKernel(const PlanOptions& options,
                                         std::string* kernel) const;

  // Changes one bit of what kernels are held against, for tests of the tests.
  void Corrupt();

  // The problem in one line.
  std::string Describe() const;

 private:
  void DrawValues();
  std::string CheckContract() const;
  std::string CheckBound() const;

  Drawn drawn_;
  size_t element_;
  std::vector<std::byte> src_storage_;
  std::vector<std::byte> src_packed_;
  std::vector<std::byte> expected_;
};

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_CAMPAIGN_TRIAL_H_
