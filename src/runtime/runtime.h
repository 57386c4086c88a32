// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// What src/aclnn may know of the runtime. The C API itself is in include/acl.

#ifndef BACKLERP_SRC_RUNTIME_RUNTIME_H_
#define BACKLERP_SRC_RUNTIME_RUNTIME_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "acl/acl.h"
#include "runtime/task.h"

namespace backlerp::runtime {

// Appends `task` to `stream` and returns at once; one that is short runs before
// that where the stream has nothing to do. nullptr is the default stream
// of the calling thread's current context. The codes are those that any
// asynchronous runtime call gives: 107002 without a context, 107017 for
// a handle that is no live stream, 207001 without memory, 207008 where the
// stream's thread cannot start. On any error the task is not run, and a message
// that begins with `function` is left. Allocates nothing once the stream has
// had as many tasks queued since it began or was aborted.
aclError Enqueue(aclrtStream stream, Task task, const char* function,
                 TaskLength length = TaskLength::kAny);

// A block that aclrtMalloc, aclrtMallocHost or one of their kind returned and
// that is still allocated.
struct MemoryBlock {
  uintptr_t address;
  size_t bytes;  // as asked for, without padding
};

// The live block that contains `address`, if there is one; a block's padding
// belongs to it, so that whatever starts there is seen to leave it.
// Thread-safe.
std::optional<MemoryBlock> FindBlock(const void* address);

// Appends a message to the calling thread's text for aclGetRecentErrMsg (which
// adds a line end) and logs it at level error.
void ReportError(std::string_view message);

}  // namespace backlerp::runtime

#endif  // BACKLERP_SRC_RUNTIME_RUNTIME_H_
