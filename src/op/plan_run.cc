// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Plan::Run: memory is checked, then the kernel's tasks go to the workers.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "backlerp/plan.h"
#include "base/parallel.h"
#include "fmt/format.h"
#include "op/kernel.h"
#include "op/layout.h"
#include "op/plan_data.h"

namespace backlerp {
namespace {

Status Invalid(std::string message) {
  return {StatusCode::kInvalidArgument, std::move(message)};
}

// An address range [begin, end).
struct Range {
  uintptr_t begin;
  uintptr_t end;
};

Range RangeOf(const void* pointer, const Layout& layout, size_t bytes) {
  const Extent extent = *ExtentOf(layout, bytes);  // validated
  const auto base = reinterpret_cast<uintptr_t>(pointer);
  return {base + static_cast<uintptr_t>(extent.lowest) * bytes,
          base + (static_cast<uintptr_t>(extent.highest) + 1) * bytes};
}

bool Overlap(const Range& a, const Range& b) {
  return a.begin < b.end && b.begin < a.end;
}

Status CheckPointer(const char* name, const void* pointer, size_t align) {
  if (pointer == nullptr) {
    return Invalid(fmt::format("{}: is null, expected memory", name));
  }
  if (reinterpret_cast<uintptr_t>(pointer) % align != 0) {
    return Invalid(fmt::format("{}: is {}, expected a multiple of {} bytes",
                               name, fmt::ptr(pointer), align));
  }
  return {};
}

Status CheckMemory(const PlanData& data, const void* src, const void* dst,
                   const void* workspace, size_t workspace_bytes) {
  const size_t bytes = SizeOf(data.problem.dtype);
  if (Status s = CheckPointer("src", src, bytes); !s.ok()) return s;
  if (Status s = CheckPointer("dst", dst, bytes); !s.ok()) return s;
  const size_t needed = data.workspace_bytes;
  if (needed > 0) {
    if (Status s = CheckPointer("workspace", workspace, 1); !s.ok()) return s;
    if (workspace_bytes < needed) {
      return Invalid(fmt::format("workspace_bytes: is {}, expected at least {}",
                                 workspace_bytes, needed));
    }
  }
  const Layout in = InLayout(data.problem);
  const Layout out = OutLayout(data.problem);
  const Range from = RangeOf(src, data.forward ? in : out, bytes);
  const Range to = RangeOf(dst, data.forward ? out : in, bytes);
  if (Overlap(from, to)) {
    return Invalid("dst: overlaps src, expected memory of its own");
  }
  const auto begin = reinterpret_cast<uintptr_t>(workspace);
  const Range scratch = {begin, begin + needed};
  if (needed > 0 && (Overlap(scratch, to) || Overlap(scratch, from))) {
    return Invalid(
        "workspace: overlaps src or dst, expected memory of its own");
  }
  return {};
}

// A run's tasks, as the parallel loop wants them.
class PlanRun final : public ParallelWork {
 public:
  PlanRun(const PlanData& data, const void* src, void* dst, void* workspace)
      : data_(data), src_(src), dst_(dst) {
    const size_t behind =
        reinterpret_cast<uintptr_t>(workspace) % kScratchAlign;
    scratch_ = static_cast<std::byte*>(workspace) +
               (behind == 0 ? 0 : kScratchAlign - behind);
  }

  void Run(int64_t begin, int64_t end, int worker) const noexcept override {
    std::byte* scratch =
        scratch_ + data_.partition.scratch_bytes * static_cast<size_t>(worker);
    data_.kernel->run(data_, src_, dst_, scratch, begin, end);
  }

 private:
  const PlanData& data_;
  const void* src_;
  void* dst_;
  std::byte* scratch_;
};

}  // namespace

Status Plan::Run(const void* src, void* dst, void* workspace,
                 size_t workspace_bytes) const {
  if (data_ == nullptr) {
    return Invalid("plan: is empty, expected one that Plan::Create filled");
  }
  const PlanData& data = *data_;
  if (data.empty()) return {};
  Status status = CheckMemory(data, src, dst, workspace, workspace_bytes);
  if (!status.ok()) return status;
  ParallelFor(PlanRun(data, src, dst, workspace), data.partition.tasks,
              data.grain, data.workers);
  return status;
}

}  // namespace backlerp
