// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "runtime/device.h"

#include <mutex>
#include <utility>

#include "base/per_process.h"

namespace backlerp::runtime {
namespace {

struct Device {
  std::mutex mutex;
  uint64_t references = 0;
  aclrtContext default_context = nullptr;
  std::vector<std::shared_ptr<Context>> contexts;  // the live ones
};

constinit PerProcess<Device> the_device;

Device& TheDevice() { return the_device.get(); }

// Needs the device's mutex.
aclrtContext AddContext(Device* device, bool is_default) {
  auto context = std::make_shared<Context>(/*device_id=*/0, is_default);
  device->contexts.push_back(context);
  try {
    return Contexts().Insert(std::move(context));
  } catch (...) {
    device->contexts.pop_back();
    throw;
  }
}

// Ends the handle's life; needs the device's mutex.
std::shared_ptr<Context> TakeContext(Device* device, aclrtContext handle) {
  std::shared_ptr<Context> context = Contexts().Take(handle);
  std::erase(device->contexts, context);
  return context;
}

}  // namespace

aclError CheckDeviceId(const char* function, int64_t device_id) {
  if (device_id >= 0 && device_id < kDeviceCount) return ACL_SUCCESS;
  return Reject(ACL_ERROR_RT_INVALID_DEVICEID, function, "deviceId", device_id,
                "0, the only device");
}

aclrtContext RetainDevice() {
  Device& device = TheDevice();
  const std::lock_guard lock(device.mutex);
  if (device.default_context == nullptr) {
    device.default_context = AddContext(&device, /*is_default=*/true);
  }
  ++device.references;
  return device.default_context;
}

bool ReleaseDevice(bool all) {
  Device& device = TheDevice();
  std::shared_ptr<Context> released;
  {
    const std::lock_guard lock(device.mutex);
    if (device.references == 0) return false;
    device.references = all ? 0 : device.references - 1;
    if (device.references != 0) return true;
    released =
        TakeContext(&device, std::exchange(device.default_context, nullptr));
  }
  released->Release(/*drop=*/all);
  return true;
}

aclrtContext CreateContext() {
  Device& device = TheDevice();
  const std::lock_guard lock(device.mutex);
  return AddContext(&device, /*is_default=*/false);
}

bool DestroyContext(aclrtContext context) {
  Device& device = TheDevice();
  std::shared_ptr<Context> destroyed;
  {
    const std::lock_guard lock(device.mutex);
    if (context == device.default_context) return false;
    destroyed = TakeContext(&device, context);
  }
  if (destroyed == nullptr) return false;
  destroyed->Release(/*drop=*/false);
  return true;
}

std::vector<std::shared_ptr<Stream>> StreamsOfDevice() {
  Device& device = TheDevice();
  const std::lock_guard lock(device.mutex);
  std::vector<std::shared_ptr<Stream>> all;
  for (const auto& context : device.contexts) {
    for (auto& stream : context->AllStreams()) all.push_back(std::move(stream));
  }
  return all;
}

aclError SynchronizeDevice(const char* function, const Deadline& deadline) {
  aclError first = ACL_SUCCESS;
  for (const auto& stream : StreamsOfDevice()) {
    const aclError code = Synchronize(function, *stream, deadline);
    if (first == ACL_SUCCESS) first = code;
  }
  return first;
}

aclError WaitForDevice(const char* function) {
  for (const auto& stream : StreamsOfDevice()) {
    BACKLERP_RETURN_IF_ERROR(CheckMayWait(function, *stream));
    stream->queue->Wait(/*deadline=*/{});
  }
  return ACL_SUCCESS;
}

}  // namespace backlerp::runtime
