// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_TESTS_CAMPAIGN_DRAW_LAYOUT_H_
#define BACKLERP_TESTS_CAMPAIGN_DRAW_LAYOUT_H_

#include "tests/campaign/chooser.h"
#include "tests/campaign/draw.h"

namespace backlerp::test {

// Layouts for both tensors of drawn->problem, whose strides become theirs.
void DrawLayouts(Chooser* chooser, Drawn* drawn);

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_CAMPAIGN_DRAW_LAYOUT_H_
