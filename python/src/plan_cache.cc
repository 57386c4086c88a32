// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "plan_cache.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <utility>

namespace backlerp::python {
namespace {

// Of a network with more upsampling layers than this, each in both directions,
// the oldest plan goes first.
constexpr size_t kPlans = 64;

// All that a plan depends on. Scales are compared by bits: NaN is a legal one.
using Key = std::array<int64_t, 21>;

Key KeyOf(const Problem& p, int threads) {
  return {static_cast<int64_t>(p.direction),
          static_cast<int64_t>(p.dtype),
          static_cast<int64_t>(p.coordinates),
          static_cast<int64_t>(p.align_corners),
          threads,
          p.n,
          p.c,
          p.in_h,
          p.in_w,
          p.out_h,
          p.out_w,
          std::bit_cast<int64_t>(p.scale_h),
          std::bit_cast<int64_t>(p.scale_w),
          p.in_strides.n,
          p.in_strides.c,
          p.in_strides.h,
          p.in_strides.w,
          p.out_strides.n,
          p.out_strides.c,
          p.out_strides.h,
          p.out_strides.w};
}

// Most recently used first.
class PlanCache {
 public:
  bool Find(const Key& key, Plan* plan) {
    const std::lock_guard lock(mutex_);
    const auto entry =
        std::find_if(entries_.begin(), entries_.end(),
                     [&](const Entry& e) { return e.first == key; });
    if (entry == entries_.end()) return false;
    entries_.splice(entries_.begin(), entries_, entry);
    *plan = entry->second;
    return true;
  }

  void Add(const Key& key, const Plan& plan) {
    const std::lock_guard lock(mutex_);
    entries_.emplace_front(key, plan);
    if (entries_.size() > kPlans) entries_.pop_back();
  }

 private:
  using Entry = std::pair<Key, Plan>;

  std::mutex mutex_;
  std::list<Entry> entries_;
};

}  // namespace

Status CachedPlan(const Problem& problem, int threads, Plan* plan) {
  // Never destroyed: threads may outlive the interpreter.
  static PlanCache& cache = *new PlanCache;
  const Key key = KeyOf(problem, threads);
  if (cache.Find(key, plan)) return {};
  PlanOptions options;
  options.threads = threads;
  Status status = Plan::Create(problem, options, plan);
  if (status.ok()) cache.Add(key, *plan);
  return status;
}

}  // namespace backlerp::python
