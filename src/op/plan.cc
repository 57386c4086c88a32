// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "backlerp/plan.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "base/cache_size.h"
#include "base/fp_mode.h"
#include "base/log.h"
#include "fmt/ranges.h"
#include "op/kernel.h"
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

// Where src and dst are larger than this part of the last-level cache, dst is
// written past the caches: its lines need not be read first, and would not stay
// for long: what is read behind them displaces them.
constexpr int64_t kCachedShare = 4;
// A dst of whole cache lines gains more, and is written so from this part on.
constexpr int64_t kCachedDstShare = 8;

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

// Of images of h x w; an estimate that does not overflow.
int64_t BytesOf(const PlanData& data, int64_t h, int64_t w) {
  const double elements = static_cast<double>(data.planes()) *
                          static_cast<double>(h) * static_cast<double>(w);
  return static_cast<int64_t>(std::min(
      elements * static_cast<double>(SizeOf(data.problem.dtype)), 1e18));
}

int64_t DstBytes(const PlanData& data) {
  return BytesOf(data, data.dst_h, data.dst_w);
}

int64_t WorkBytes(const PlanData& data) {
  return BytesOf(data, data.src_h, data.src_w) + DstBytes(data);
}

bool RowsAreWholeLines(const PlanData& data) {
  constexpr int64_t kLineBytes = 64;
  const int64_t line =
      kLineBytes / static_cast<int64_t>(SizeOf(data.problem.dtype));
  return data.dst_strides.w == 1 && data.dst_w % line == 0 &&
         data.dst_strides.h % line == 0;
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

bool Streams(StoreMode mode, const PlanData& data) {
  if (mode != StoreMode::kAuto) return mode == StoreMode::kStreaming;
  const int64_t cache = LastLevelCacheBytes();
  return WorkBytes(data) > cache / kCachedShare ||
         (RowsAreWholeLines(data) && DstBytes(data) > cache / kCachedDstShare);
}

void MakeLanes(PlanData* data) {
  const int64_t channels = data->partition.lane_channels;
  if (data->problem.dtype == DataType::kFloat64) {
    data->lanes64 = MakeLaneTable(data->w64, channels);
  } else {
    data->lanes32 = MakeLaneTable(data->w32, channels);
  }
}

void MakeSpread(PlanData* data) {
  const int64_t channels = data->partition.lane_channels;
  const int64_t lanes = data->partition.spread_lanes;
  if (data->problem.dtype == DataType::kFloat64) {
    data->spread64 = MakeSpreadTable(data->w64, channels, lanes);
  } else {
    data->spread32 = MakeSpreadTable(data->w32, channels, lanes);
  }
}

void CutUp(PlanData* data) {
  data->partition = data->kernel->partition(*data);
  if (data->partition.lane_table) MakeLanes(data);
  if (data->partition.spread_lanes > 0) MakeSpread(data);
  if (data->partition.blocks) data->blocks = MakeBlockTable(data->w32);
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
  data->stream = Streams(options.stores, *data);
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
  // So short that the string allocates nothing.
  return {StatusCode::kOutOfMemory, "out of memory"};
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
