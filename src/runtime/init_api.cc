// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include <mutex>
#include <string>
#include <utility>

#include "acl/acl.h"
#include "base/options.h"
#include "base/per_process.h"
#include "runtime/check.h"
#include "runtime/config_file.h"
#include "runtime/thread_state.h"

namespace rt = backlerp::runtime;

namespace backlerp::runtime {
namespace {

struct InitState {
  std::mutex mutex;
  uint64_t count = 0;      // of aclInit calls not undone
  bool finalized = false;  // and not initialised again
  std::string config;      // the first one that the process ever used
};

PerProcess<InitState> init_state;

InitState& State() { return init_state.get(); }

// Needs the mutex.
aclError Initialize(const char* function, const char* config_path,
                    InitState* state) {
  ConfigFile config;
  BACKLERP_RETURN_IF_ERROR(ReadConfigFile(function, config_path, &config));
  if (!state->config.empty() && !config.text.empty() &&
      state->config != config.text) {
    return Reject(ACL_ERROR_INVALID_PARAM, function, "configPath", config_path,
                  "a file with the content of the process's first one");
  }
  ReloadOptions();  // the last that can fail
  if (state->config.empty()) state->config = std::move(config.text);
  SetErrorsProcessWide(config.errors_process_wide);
  state->count = 1;
  state->finalized = false;
  return ACL_SUCCESS;
}

aclError AlreadyFinalized(const char* function) {
  return RejectText(ACL_ERROR_REPEAT_FINALIZE, function, "the process",
                    "finalised already", "initialised");
}

// Needs the mutex.
void Finalize(InitState* state) {
  state->count = 0;
  state->finalized = true;
}

}  // namespace
}  // namespace backlerp::runtime

aclError aclInit(const char* configPath) try {
  rt::InitState& state = rt::State();
  const std::lock_guard lock(state.mutex);
  if (state.count == 0) return rt::Initialize(__func__, configPath, &state);
  ++state.count;
  return rt::RejectText(ACL_ERROR_REPEAT_INITIALIZE, __func__, "the process",
                        "initialised already", "not (harmless)");
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclFinalize(void) try {
  rt::InitState& state = rt::State();
  const std::lock_guard lock(state.mutex);
  if (state.finalized) return rt::AlreadyFinalized(__func__);
  rt::Finalize(&state);
  return ACL_SUCCESS;
} catch (...) {
  return rt::CaughtException(__func__);
}

aclError aclFinalizeReference(uint64_t* refCount) try {
  rt::InitState& state = rt::State();
  const std::lock_guard lock(state.mutex);
  const bool initialized = state.count > 0;
  if (state.count > 1) {
    --state.count;
  } else if (initialized) {
    rt::Finalize(&state);
  }
  if (refCount != nullptr) *refCount = state.count;
  return initialized ? ACL_SUCCESS : rt::AlreadyFinalized(__func__);
} catch (...) {
  return rt::CaughtException(__func__);
}
