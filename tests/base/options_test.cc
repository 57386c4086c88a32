// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/options.h"

#include <cstdlib>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace backlerp {
namespace {

// Sets one variable, reads the options, and unsets it again.
Options With(const char* name, const char* value) {
  setenv(name, value, /*overwrite=*/1);
  ReloadOptions();
  const Options options = GetOptions();
  unsetenv(name);
  ReloadOptions();
  return options;
}

TEST(Options, ReadsEachVariable) {
  EXPECT_EQ(With("BACKLERP_STRICT", "1").strict, true);
  EXPECT_EQ(With("BACKLERP_NUM_THREADS", "3").num_threads, 3);
  EXPECT_EQ(With("BACKLERP_LOG", "debug").log_level, LogLevel::kDebug);
  EXPECT_EQ(With("BACKLERP_KERNEL", "reference").kernel, "reference");
}

TEST(Options, KnowsEachChipAndItsVariants) {
  EXPECT_EQ(With("BACKLERP_SOC", "Ascend910_93").soc, Soc::kAscend910_93);
  EXPECT_EQ(With("BACKLERP_SOC", "Ascend950").soc, Soc::kAscend950);
  EXPECT_EQ(With("BACKLERP_SOC", "Ascend910").soc, Soc::kAscend910);
  EXPECT_EQ(With("BACKLERP_SOC", "Ascend310P").soc, Soc::kAscend310P);
  const Options variant = With("BACKLERP_SOC", "Ascend910B3");
  EXPECT_EQ(variant.soc, Soc::kAscend910B);
  EXPECT_EQ(variant.soc_name, "Ascend910B3");
}

TEST(Options, ReportsAnUnknownValueAndKeepsTheDefault) {
  struct Case {
    const char* name;
    const char* value;
    const char* expected;
  };
  const Case cases[] = {
      {"BACKLERP_SOC", "Ascend999", "Ascend910B, Ascend910_93"},
      {"BACKLERP_STRICT", "yes", "0 or 1"},
      {"BACKLERP_NUM_THREADS", "0", "from 1 to 1024"},
      {"BACKLERP_NUM_THREADS", "2x", "from 1 to 1024"},
      {"BACKLERP_LOG", "loud", "off, error, warn, info or debug"},
  };
  ReloadOptions();
  const Options defaults = GetOptions();
  for (const Case& c : cases) {
    testing::internal::CaptureStderr();
    const Options options = With(c.name, c.value);
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_THAT(text, testing::HasSubstr(c.name));
    EXPECT_THAT(text, testing::HasSubstr(c.value));
    EXPECT_THAT(text, testing::HasSubstr(c.expected));
    EXPECT_EQ(options.soc, defaults.soc);
    EXPECT_EQ(options.strict, defaults.strict);
    EXPECT_EQ(options.num_threads, defaults.num_threads);
    EXPECT_EQ(options.log_level, defaults.log_level);
  }
}

TEST(Options, TreatsAnEmptyVariableAsUnset) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(With("BACKLERP_SOC", "").soc, Soc::kAscend910B);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace backlerp
