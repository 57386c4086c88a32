// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_BASE_OPTIONS_H_
#define BACKLERP_SRC_BASE_OPTIONS_H_

#include <string>

namespace backlerp {

// The chips whose rules the C API can follow (design table "product profiles").
enum class Soc {
  kAscend910B,    // Atlas A2
  kAscend910_93,  // Atlas A3
  kAscend950,
  kAscend910,   // Atlas training
  kAscend310P,  // Atlas inference
};

enum class LogLevel { kOff, kError, kWarn, kInfo, kDebug };

// What the environment asks for. docs/compatibility.md describes each variable
// to users.
struct Options {
  Soc soc = Soc::kAscend910B;             // BACKLERP_SOC
  std::string soc_name = "Ascend910B";    // the profile's name, as given
  bool strict = false;                    // BACKLERP_STRICT: 0 or 1
  int num_threads = 1;                    // BACKLERP_NUM_THREADS
  LogLevel log_level = LogLevel::kError;  // BACKLERP_LOG
  std::string kernel;                     // BACKLERP_KERNEL, empty: the best
};

// The options in force: the environment as it was when the process first asked,
// or at the latest ReloadOptions(). A variable with an unknown value is
// reported on stderr, by name, and its default is used. Thread-safe; the
// reference stays valid for the life of the process.
const Options& GetOptions();

// Reads the environment again. aclInit does so when it really initialises.
void ReloadOptions();

}  // namespace backlerp

#endif  // BACKLERP_SRC_BASE_OPTIONS_H_
