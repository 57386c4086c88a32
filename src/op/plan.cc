// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "backlerp/plan.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "base/fp_mode.h"
#include "base/log.h"
#include "base/parallel.h"
#include "fmt/ranges.h"
#include "op/kernel.h"
#include "op/layout.h"
#include "op/plan_data.h"
#include "op/validate.h"

namespace backlerp {
namespace {

Status Invalid(std::string message) {
  return {StatusCode::kInvalidArgument, std::move(message)};
}

// One worker more is worth its start from this many bytes of work on; below,
// waking a thread costs more than it saves.
constexpr int64_t kBytesPerWorker = 256 << 10;
// Tasks are handed out in this many portions per worker: enough to even out
// cores of different speed, few enough to keep each portion's reads linear.
constexpr int64_t kPortionsPerWorker = 8;

template <typename Weight>
void BuildTables(const Problem& p, BandTable<Weight>* h, BandTable<Weight>* w) {
  const Axis rows = {p.in_h, p.out_h, p.align_corners, p.scale_h};
  const Axis columns = {p.in_w, p.out_w, p.align_corners, p.scale_w};
  const Coordinates coordinates =
      p.dtype == DataType::kFloat64 ? Coordinates::kFloat64 : p.coordinates;
  const auto bands = p.direction == Direction::kForward ? ForwardBands<Weight>
                                                        : BackwardBands<Weight>;
  *h = bands(rows, coordinates);
  *w = bands(columns, coordinates);
}

// An axis of one element has no neighbours: whatever stride it came with,
// kernels may multiply it.
Strides UsedStrides(const Problem& p, const Strides& strides, int64_t h,
                    int64_t w) {
  return {.n = p.n > 1 ? strides.n : 0,
          .c = p.c > 1 ? strides.c : 0,
          .h = h > 1 ? strides.h : 0,
          .w = w > 1 ? strides.w : 1};
}

void FillGeometry(const Problem& p, PlanData* data) {
  data->problem = p;
  data->forward = p.direction == Direction::kForward;
  const bool forward = data->forward;
  data->src_h = forward ? p.in_h : p.out_h;
  data->src_w = forward ? p.in_w : p.out_w;
  data->dst_h = forward ? p.out_h : p.in_h;
  data->dst_w = forward ? p.out_w : p.in_w;
  data->src_strides = UsedStrides(p, forward ? p.in_strides : p.out_strides,
                                  data->src_h, data->src_w);
  data->dst_strides = UsedStrides(p, forward ? p.out_strides : p.in_strides,
                                  data->dst_h, data->dst_w);
}

int64_t WorkBytes(const PlanData& data) {
  const double elements =
      static_cast<double>(data.planes()) *
      (static_cast<double>(data.src_h) * static_cast<double>(data.src_w) +
       static_cast<double>(data.dst_h) * static_cast<double>(data.dst_w));
  return static_cast<int64_t>(std::min(
      elements * static_cast<double>(SizeOf(data.problem.dtype)), 1e18));
}

Status ChooseKernel(const std::string& wanted, PlanData* data) {
  for (const Kernel& kernel : KernelList()) {
    if (!wanted.empty() && kernel.name != wanted) continue;
    if (kernel.supports(*data)) {
      data->kernel = &kernel;
      return {};
    }
    if (wanted.empty()) continue;
    return {
        StatusCode::kUnsupported,
        fmt::format("options.kernel: \"{}\" cannot do this problem", wanted)};
  }
  return Invalid(
      fmt::format("options.kernel: \"{}\" is no kernel of this machine, "
                  "expected one of {}",
                  wanted, fmt::join(KernelNames(), ", ")));
}

int WorkersWorthStarting(int threads, const PlanData& data) {
  return static_cast<int>(
      std::clamp<int64_t>(WorkBytes(data) / kBytesPerWorker, 1, threads));
}

void CutUp(PlanData* data) {
  data->partition = data->kernel->partition(*data);
  const int64_t tasks = std::max<int64_t>(data->partition.tasks, 1);
  const int64_t workers = std::min<int64_t>(data->workers, tasks);
  data->workers = static_cast<int>(workers);
  data->grain = workers == 1 ? tasks
                             : std::max<int64_t>(
                                   tasks / (workers * kPortionsPerWorker), 1);
  if (data->partition.scratch_bytes > 0) {
    data->workspace_bytes =
        data->partition.scratch_bytes * data->workers + kScratchAlign;
  }
}

std::shared_ptr<const PlanData> MakeData(const Problem& problem,
                                         const PlanOptions& options,
                                         Status* status) {
  // The tables must not feel the caller's rounding mode.
  const ScopedDefaultFpMode fp_mode;
  auto data = std::make_shared<PlanData>();
  FillGeometry(problem, data.get());
  data->tile_w_wanted = options.tile_w;
  if (!data->empty()) {
    if (problem.dtype == DataType::kFloat64) {
      BuildTables(problem, &data->h64, &data->w64);
      data->copy = data->h64.identity && data->w64.identity;
    } else {
      BuildTables(problem, &data->h32, &data->w32);
      data->copy = data->h32.identity && data->w32.identity;
    }
  }
  data->workers = WorkersWorthStarting(
      options.threads > 0 ? options.threads : GetOptions().num_threads, *data);
  *status = ChooseKernel(options.kernel, data.get());
  if (!status->ok()) return nullptr;
  if (!data->empty()) CutUp(data.get());
  return data;
}

Status CheckOptions(const PlanOptions& options) {
  constexpr int kMaxThreads = 1024;
  constexpr int64_t kMaxTile = 1 << 20;
  if (options.threads < 0 || options.threads > kMaxThreads) {
    return Invalid(fmt::format("options.threads: is {}, expected from 0 to {}",
                               options.threads, kMaxThreads));
  }
  if (options.tile_w < 0 || options.tile_w > kMaxTile) {
    return Invalid(fmt::format("options.tile_w: is {}, expected from 0 to {}",
                               options.tile_w, kMaxTile));
  }
  return {};
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
    const auto address = reinterpret_cast<uintptr_t>(workspace);
    scratch_ = (address + kScratchAlign - 1) / kScratchAlign * kScratchAlign;
  }

  void Run(int64_t begin, int64_t end, int worker) const noexcept override {
    const uintptr_t scratch =
        scratch_ + data_.partition.scratch_bytes * static_cast<size_t>(worker);
    data_.kernel->run(data_, src_, dst_, reinterpret_cast<std::byte*>(scratch),
                      begin, end);
  }

 private:
  const PlanData& data_;
  const void* src_;
  void* dst_;
  uintptr_t scratch_;
};

}  // namespace

Status Plan::Create(const Problem& problem, const PlanOptions& options,
                    Plan* plan) {
  try {
    Status status = ValidateProblem(problem);
    if (status.ok()) status = CheckOptions(options);
    if (!status.ok()) return status;
    auto data = MakeData(problem, options, &status);
    if (status.ok()) plan->data_ = std::move(data);
    return status;
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
    // A table longer than any vector: memory again.
  }
  return {StatusCode::kOutOfMemory, "out of memory for the axis tables"};
}

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

size_t Plan::workspace_bytes() const {
  return data_ == nullptr ? 0 : data_->workspace_bytes;
}

const Problem& Plan::problem() const {
  static const auto& none = *new const Problem;
  return data_ == nullptr ? none : data_->problem;
}

const std::string& Plan::kernel() const {
  static const auto& none = *new const std::string;
  return data_ == nullptr ? none : data_->kernel->name;
}

int Plan::threads() const { return data_ == nullptr ? 0 : data_->workers; }

std::vector<std::string> KernelNames() {
  std::vector<std::string> names;
  for (const Kernel& kernel : KernelList()) names.push_back(kernel.name);
  return names;
}

}  // namespace backlerp
