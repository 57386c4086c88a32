// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_TESTS_CAMPAIGN_OPTIONS_H_
#define BACKLERP_TESTS_CAMPAIGN_OPTIONS_H_

#include <cstdint>

namespace backlerp::test {

struct CampaignOptions {
  int64_t count = 2000;
  int64_t seed = 20260801;
  int64_t only = -1;
  // Both tensors of a problem together: 2^21 elements are 16 MiB of float64.
  int64_t max_bits = 21;
  // A problem whose expected result gets a wrong bit: for the test of this
  // program.
  int64_t corrupt = -1;
};

// Throws std::invalid_argument with a message for the user.
CampaignOptions ParseOptions(int argc, char** argv);

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_CAMPAIGN_OPTIONS_H_
