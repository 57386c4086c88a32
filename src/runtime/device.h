// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The one device: the CPUs of this process.

#ifndef BACKLERP_SRC_RUNTIME_DEVICE_H_
#define BACKLERP_SRC_RUNTIME_DEVICE_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/context.h"

namespace backlerp::runtime {

inline constexpr int32_t kDeviceCount = 1;

// 107001 where there is no such device.
aclError CheckDeviceId(const char* function, int64_t device_id);

// Counts, and returns the device's default context.
aclrtContext RetainDevice();

// Undoes one RetainDevice, or with `all` every one; the last one releases the
// default context, with `all` without running what had not begun. False where
// there is nothing to undo.
bool ReleaseDevice(bool all);

// A context besides the default one.
aclrtContext CreateContext();

// Ends a context that is not the default one; false where it is or none lives.
bool DestroyContext(aclrtContext context);

// Every live stream of every context.
std::vector<std::shared_ptr<Stream>> StreamsOfDevice();

// Waits for all of them, and reports the first failure.
aclError SynchronizeDevice(const char* function, const Deadline& deadline);

// Waits for all of them, and leaves failures for the next synchronise.
aclError WaitForDevice(const char* function);

}  // namespace backlerp::runtime

#endif  // BACKLERP_SRC_RUNTIME_DEVICE_H_
