// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "runtime/context.h"

#include <algorithm>
#include <utility>

#include "base/per_process.h"
#include "runtime/thread_state.h"

namespace backlerp::runtime {
namespace {

constinit PerProcess<ContextTable> contexts;

}  // namespace

Context::Context(int32_t device_id, bool is_default)
    : device_id_(device_id), is_default_(is_default) {}

Context::Entry Context::AddStream(uint32_t priority, uint32_t flags,
                                  bool is_default) {
  auto stream =
      std::make_shared<Stream>(weak_from_this(), priority, flags, is_default);
  streams_.emplace_back();  // nothing may throw after Insert
  try {
    streams_.back() = {Streams().Insert(stream), stream};
  } catch (...) {
    streams_.pop_back();
    throw;
  }
  return streams_.back();
}

Context::Entry Context::DefaultEntry() {
  const std::lock_guard lock(mutex_);
  if (released_) return {};
  if (default_stream_.stream == nullptr) {
    default_stream_ = AddStream(/*priority=*/0, /*flags=*/0,
                                /*is_default=*/true);
  }
  return default_stream_;
}

aclrtStream Context::CreateStream(uint32_t priority, uint32_t flags) {
  const std::lock_guard lock(mutex_);
  if (released_) return nullptr;
  return AddStream(priority, flags, /*is_default=*/false).handle;
}

std::shared_ptr<Stream> Context::DefaultStream() {
  return DefaultEntry().stream;
}

aclrtStream Context::DefaultStreamHandle() { return DefaultEntry().handle; }

void Context::Forget(const Stream* stream) {
  const std::lock_guard lock(mutex_);
  std::erase_if(streams_, [stream](const Entry& entry) {
    return entry.stream.get() == stream;
  });
}

std::vector<std::shared_ptr<Stream>> Context::AllStreams() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Stream>> streams;
  streams.reserve(streams_.size());
  for (const Entry& entry : streams_) streams.push_back(entry.stream);
  return streams;
}

void Context::Release(bool drop) {
  std::vector<Entry> streams;
  {
    const std::lock_guard lock(mutex_);
    released_ = true;
    default_stream_ = {};
    streams.swap(streams_);
  }
  for (const Entry& entry : streams) {
    Streams().Take(entry.handle);
    if (drop) entry.stream->queue->Drop();
  }
  // Only now: one stream may wait for an event that is recorded on another.
  for (const Entry& entry : streams) entry.stream->queue->Close();
}

void Context::SetSysParam(size_t option, int64_t value) {
  const std::lock_guard lock(mutex_);
  sys_params_[option] = value;
}

std::optional<int64_t> Context::GetSysParam(size_t option) const {
  const std::lock_guard lock(mutex_);
  return sys_params_[option];
}

ContextTable& Contexts() { return contexts.get(); }

std::shared_ptr<Context> CurrentContext() {
  return Contexts().Get(ThisThread().context);
}

void SetCurrentContext(aclrtContext context) { ThisThread().context = context; }

}  // namespace backlerp::runtime
