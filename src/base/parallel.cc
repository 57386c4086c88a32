// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/parallel.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <new>
#include <thread>

#include "base/fp_mode.h"
#include "base/per_process.h"
#include "base/tsan.h"

namespace backlerp {
namespace {

constexpr size_t kMaxWorkers = 1024;

// Workers take the next tasks when they are free, so that uneven cores and
// uneven rows balance out.
class SharedQueue {
 public:
  SharedQueue(const ParallelWork& work, int64_t tasks, int64_t grain)
      : work_(work), tasks_(tasks), grain_(grain) {}

  void Drain(int worker) noexcept {
    const ScopedDefaultFpMode fp_mode;
    for (;;) {
      const int64_t begin = next_.fetch_add(grain_, std::memory_order_relaxed);
      if (begin >= tasks_) return;
      work_.Run(begin, std::min(begin + grain_, tasks_), worker);
    }
  }

 private:
  const ParallelWork& work_;
  const int64_t tasks_;
  const int64_t grain_;
  std::atomic<int64_t> next_{0};
};

// Without this oneTBB gives a process no more threads than it has CPUs and says
// so on stderr. Arenas of others keep the size that they were made with.
void AllowMoreThreadsThanCpus() {
  using tbb::global_control;
  // Never destroyed, as the arenas below; volatile, so that it stays reachable
  // for leak checkers.
  [[maybe_unused]] static global_control* const volatile control =
      new global_control(global_control::max_allowed_parallelism, kMaxWorkers);
}

// When oneTBB is not to be used: in a forked child of a process that has used
// it, since its threads did not survive and its locks may have been theirs; and
// once the process exits, when its globals are destroyed under the streams'
// threads. What is computed then, the calling thread computes alone.
struct ThreadsUse {
  std::atomic<bool> used{false};
  std::atomic<bool> over{false};
  std::atomic<int> inside{0};  // calls that are using it

  void InForkedChild() noexcept {
    over = over || used;
    inside = 0;
  }
};
constinit PerProcess<ThreadsUse> threads_use;

// In the thread's own memory from its start, as in runtime/thread_state.cc.
[[gnu::tls_model("initial-exec")]] thread_local bool inside_here = false;

// Tells whether there are threads, and keeps oneTBB for as long as it lives.
class ScopedThreads {
 public:
  ScopedThreads() : use_(threads_use.get()) {
    use_.used.store(true, std::memory_order_relaxed);
    ++use_.inside;
    inside_here = true;
  }
  ~ScopedThreads() {
    inside_here = false;
    --use_.inside;
  }
  ScopedThreads(const ScopedThreads&) = delete;
  ScopedThreads& operator=(const ScopedThreads&) = delete;

  bool usable() const { return !use_.over; }

 private:
  ThreadsUse& use_;
};

// Destroyed before oneTBB's globals, which were there first. Waits for the
// operators that are running; not for one that this very thread has left by a
// call of exit in a signal handler.
struct EndOfThreads {
  ~EndOfThreads() {
    ThreadsUse& use = threads_use.get();
    use.over = true;
    while (use.inside > 0 && !inside_here) std::this_thread::yield();
  }
} end_of_threads;

// Arenas are expensive to make and a process uses one or two sizes of them.
// They are never destroyed: work may be in flight while the process exits.
tbb::task_arena* ArenaOf(int workers) {
  static std::array<std::atomic<tbb::task_arena*>, kMaxWorkers + 1> arenas{};
  std::atomic<tbb::task_arena*>& slot = arenas[static_cast<size_t>(workers)];
  tbb::task_arena* arena = slot.load(std::memory_order_acquire);
  if (arena != nullptr) return arena;
  if (workers > tbb::info::default_concurrency()) AllowMoreThreadsThanCpus();
  auto* fresh = new (std::nothrow) tbb::task_arena(workers);
  if (fresh == nullptr) return nullptr;
  if (slot.compare_exchange_strong(arena, fresh, std::memory_order_acq_rel)) {
    return fresh;
  }
  delete fresh;
  return arena;
}

}  // namespace

void ParallelFor(const ParallelWork& work, int64_t tasks, int64_t grain,
                 int workers) noexcept {
  SharedQueue queue(work, tasks, grain);
  const int64_t portions = (tasks + grain - 1) / grain;
  workers = static_cast<int>(std::min<int64_t>(
      {workers, portions, static_cast<int64_t>(kMaxWorkers)}));
  if (workers > 1) {
    const ScopedThreads threads;
    try {
      tbb::task_arena* const arena =
          threads.usable() ? ArenaOf(workers) : nullptr;
      if (arena != nullptr) {
        char given;
        char done;
        TsanRelease(&given);
        arena->execute([&] {
          tbb::parallel_for(
              0, workers, 1,
              [&](int worker) {
                TsanAcquire(&given);
                queue.Drain(worker);
                TsanRelease(&done);
              },
              tbb::simple_partitioner());
        });
        TsanAcquire(&done);
      }
    } catch (...) {
      // No memory for threads or tasks: what is left is done below.
    }
  }
  queue.Drain(/*worker=*/0);
}

}  // namespace backlerp
