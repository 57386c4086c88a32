// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Phase 2: takes the executor, finds the memory, puts the run on the stream.

#include <memory>
#include <utility>

#include "aclnn/boundary.h"
#include "aclnn/executor.h"
#include "base/log.h"
#include "runtime/runtime.h"

namespace backlerp::aclnn {
namespace {

Verdict TellConsumed() {
  return IsNotLive("executor", HandleOf<Executor>::kName, ACLNN_ERR_INNER);
}

// A one-shot executor is the caller's no more from here on. Of two threads that
// run the same one, one gets it.
Verdict Acquire(aclOpExecutor* handle, std::shared_ptr<Executor>* executor) {
  if (handle == nullptr) return IsNull("executor");
  *executor = Handles<Executor>().Get(handle);
  if (*executor == nullptr) return TellConsumed();
  if ((*executor)->repeatable) return {};
  return Handles<Executor>().Take(handle) == nullptr ? TellConsumed()
                                                     : Verdict{};
}

Verdict RequireMadeBy(const Operator& op, const Executor& executor) {
  if (executor.op == &op) return {};
  return Unexpected("executor", "maker", executor.op->phase_1_name,
                    op.phase_1_name, ACLNN_ERR_INNER);
}

struct Memory {
  Placement src;
  Placement dst;
  void* workspace = nullptr;
};

// The workspace is the first `needed` bytes of what the caller offers.
Verdict PlaceWorkspace(void* workspace, uint64_t size, size_t needed,
                       const Memory& memory) {
  if (size < needed) {
    return Unexpected("workspaceSize", "value", fmt::format("{}", size),
                      fmt::format("at least {}", needed));
  }
  if (needed == 0) return {};
  const auto begin = reinterpret_cast<uintptr_t>(workspace);
  const Span span = {"workspace", begin, begin + needed};
  BACKLERP_RETURN_IF_FAILED(RequireInBlock(span, begin));
  BACKLERP_RETURN_IF_FAILED(RequireDisjoint(span, memory.dst.span));
  return RequireDisjoint(span, memory.src.span);
}

Verdict FindMemory(const Executor& executor, void* workspace, uint64_t size,
                   Memory* memory) {
  BACKLERP_RETURN_IF_FAILED(
      Place(executor.src, executor.src.tensor->address(), &memory->src));
  BACKLERP_RETURN_IF_FAILED(
      Place(executor.dst, executor.dst.tensor->address(), &memory->dst));
  BACKLERP_RETURN_IF_FAILED(
      RequireDisjoint(memory->dst.span, memory->src.span));
  memory->workspace = workspace;
  return PlaceWorkspace(workspace, size, executor.plan.workspace_bytes(),
                        *memory);
}

// On the stream's thread, or if short on the caller's. Everything has been
// checked, so a failure here is ours; the next synchronise reports it.
aclError Run(const Executor& executor, const Memory& memory) noexcept {
  try {
    const Status status =
        executor.plan.Run(memory.src.origin, memory.dst.origin,
                          memory.workspace, executor.plan.workspace_bytes());
    if (status.ok()) return ACL_SUCCESS;
    runtime::ReportError(
        fmt::format("{}: {}", executor.op->name, status.message()));
  } catch (...) {
    // Only texts of failures allocate.
  }
  return ACL_ERROR_RT_INTERNAL_ERROR;
}

std::string WhyRefused(aclError code) {
  if (code == ACL_ERROR_RT_CONTEXT_NULL) {
    return "the thread has no current context";
  }
  if (code == ACL_ERROR_RT_INVALID_HANDLE) return "it is not live";
  return "the runtime refused the work";
}

// Whether a run takes some 5 to 20 us by a vector kernel, about as long as to
// hand it to the stream's thread and wait for that: up to this many bytes of
// both tensors.
bool IsShort(const Plan& plan) {
  constexpr double kMostBytes = 128 << 10;
  const Problem& p = plan.problem();
  const double pixels =
      static_cast<double>(p.in_h) * static_cast<double>(p.in_w) +
      static_cast<double>(p.out_h) * static_cast<double>(p.out_w);
  const double planes = static_cast<double>(p.n) * static_cast<double>(p.c);
  return planes * pixels * static_cast<double>(SizeOf(p.dtype)) <= kMostBytes;
}

Verdict Launch(std::shared_ptr<Executor> executor, const Memory& memory,
               aclrtStream stream) {
  const char* const function = executor->op->name;
  const auto length = IsShort(executor->plan) ? runtime::TaskLength::kShort
                                              : runtime::TaskLength::kAny;
  auto task = [executor = std::move(executor), memory] {
    return Run(*executor, memory);
  };
  const aclError code =
      runtime::Enqueue(stream, std::move(task), function, length);
  if (code == ACL_SUCCESS) return {};
  return Unexpected(
      "stream", "state", fmt::format("code {}: {}", code, WhyRefused(code)),
      "a live stream, or null after aclrtSetDevice", ACLNN_ERR_RUNTIME_ERROR);
}

}  // namespace

aclnnStatus PhaseTwo(const Operator& op, void* workspace,
                     uint64_t workspace_size, aclOpExecutor* handle,
                     aclrtStream stream) noexcept {
  const auto body = [&]() -> Verdict {
    std::shared_ptr<Executor> executor;
    BACKLERP_RETURN_IF_FAILED(Acquire(handle, &executor));
    BACKLERP_RETURN_IF_FAILED(RequireMadeBy(op, *executor));
    if (workspace == nullptr && workspace_size > 0) {
      // As the original does, also with a repeatable one.
      Handles<Executor>().Take(handle);
      return IsNull("workspace");
    }
    if (executor->empty) return {};
    Memory memory;
    BACKLERP_RETURN_IF_FAILED(
        FindMemory(*executor, workspace, workspace_size, &memory));
    Log(LogLevel::kDebug, "{}: run {} -> {} on stream {}", op.name,
        memory.src.origin, memory.dst.origin, stream);
    return Launch(std::move(executor), memory, stream);
  };
  return Guarded(op.name, body);
}

}  // namespace backlerp::aclnn
