// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_RUNTIME_CONTEXT_H_
#define BACKLERP_SRC_RUNTIME_CONTEXT_H_

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/handle_table.h"
#include "runtime/stream.h"

namespace backlerp::runtime {

// How many options aclSysParamOpt has.
inline constexpr size_t kSysParamCount = 4;

// What a context handle stands for: an owner of streams. Thread-safe.
class Context : public std::enable_shared_from_this<Context> {
 public:
  Context(int32_t device_id, bool is_default);

  int32_t device_id() const { return device_id_; }
  // The device's own context, which aclrtDestroyContext must leave alone.
  bool is_default() const { return is_default_; }

  // The handle of a new stream, or null where the context has been released.
  aclrtStream CreateStream(uint32_t priority, uint32_t flags);

  // The stream that null stands for; null where the context has been released.
  std::shared_ptr<Stream> DefaultStream();
  aclrtStream DefaultStreamHandle();

  // Drops the context's share in a stream that has been destroyed.
  void Forget(const Stream* stream);

  // Every live stream of the context.
  std::vector<std::shared_ptr<Stream>> AllStreams() const;

  // Ends all streams: their handles are dead, their work is done or, with
  // `drop`, forgotten where it had not begun.
  void Release(bool drop);

  void SetSysParam(size_t option, int64_t value);
  std::optional<int64_t> GetSysParam(size_t option) const;

 private:
  struct Entry {
    aclrtStream handle;
    std::shared_ptr<Stream> stream;
  };
  Entry AddStream(uint32_t priority, uint32_t flags, bool is_default);
  Entry DefaultEntry();

  const int32_t device_id_;
  const bool is_default_;
  mutable std::mutex mutex_;
  bool released_ = false;
  Entry default_stream_{};
  std::vector<Entry> streams_;  // the default one among them
  std::array<std::optional<int64_t>, kSysParamCount> sys_params_;
};

using ContextTable = HandleTable<Context, aclrtContext, 0xB3>;
ContextTable& Contexts();

// The calling thread's current context, or null where it has none that lives.
std::shared_ptr<Context> CurrentContext();
void SetCurrentContext(aclrtContext context);

}  // namespace backlerp::runtime

#endif  // BACKLERP_SRC_RUNTIME_CONTEXT_H_
