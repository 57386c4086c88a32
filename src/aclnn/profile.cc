// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "aclnn/profile.h"

namespace backlerp::aclnn {
namespace {

constexpr Profile kProfiles[] = {
    {Soc::kAscend910B, true, false, &kScalesV2, &kScalesIgnored,
     &kScalesForward},
    {Soc::kAscend910_93, true, false, &kScalesV2, &kScalesIgnored,
     &kScalesForward},
    {Soc::kAscend950, true, true, &kScalesAsGiven, &kScalesAsGiven,
     &kScalesAsGiven},
    {Soc::kAscend910, false, false, &kScalesIgnored, &kScalesIgnored,
     &kScalesIgnored},
    {Soc::kAscend310P, false, false, &kScalesIgnored, &kScalesIgnored,
     &kScalesIgnored},
};

}  // namespace

const Profile& CurrentProfile() {
  const Soc soc = GetOptions().soc;
  for (const Profile& profile : kProfiles) {
    if (profile.soc == soc) return profile;
  }
  return kProfiles[0];
}

}  // namespace backlerp::aclnn
