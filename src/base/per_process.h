// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Globals that survive a fork. In a forked child only the forking thread lives:
// a lock that another thread held stays locked, what it was changing stays half
// changed, and work that it was to do is never done. So a child does not touch
// the parent's globals, and begins with new ones.

#ifndef BACKLERP_SRC_BASE_PER_PROCESS_H_
#define BACKLERP_SRC_BASE_PER_PROCESS_H_

#include <atomic>
#include <new>

namespace backlerp {

// Something that is told when it finds itself in a forked child. Lives as long
// as the process, once it is enlisted.
class ForkWitness {
 public:
  ForkWitness(const ForkWitness&) = delete;
  ForkWitness& operator=(const ForkWitness&) = delete;

  // From now on the witness is told. Takes no lock and no memory; all but the
  // first call are a look at a flag.
  void Enlist() noexcept {
    if (!enlisted_.load(std::memory_order_relaxed)) EnlistNow();
  }

 protected:
  constexpr ForkWitness() = default;
  ~ForkWitness() = default;

 private:
  friend struct ForkedChild;
  // Runs in the child, in its only thread, before fork returns. Must not wait
  // for a lock.
  virtual void InForkedChild() noexcept = 0;
  void EnlistNow() noexcept;

  std::atomic<bool> enlisted_{false};
  ForkWitness* next_ = nullptr;
};

// A T for each process. A child's is made anew, or, if T has that member, by
// T::InForkedChild(), without a destructor for what was there: that memory is
// lost to the child. Never destroyed: clients call the library from destructors
// of their own statics, and work may be in flight while the process exits.
//
// For variables outside of functions, `constinit` where T allows it: a static
// inside one has a guard, which a thread could hold during a fork.
template <typename T>
class PerProcess final : public ForkWitness {
 public:
  constexpr PerProcess() : value_() {}
  ~PerProcess() {}  // NOLINT(modernize-use-equals-default): value_ stays
  PerProcess(const PerProcess&) = delete;
  PerProcess& operator=(const PerProcess&) = delete;

  T& get() noexcept {
    Enlist();
    return value_;
  }

 private:
  void InForkedChild() noexcept override {
    if constexpr (requires(T & value) { value.InForkedChild(); }) {
      value_.InForkedChild();
    } else {
      new (&value_) T();
    }
  }

  union {
    T value_;
  };
};

}  // namespace backlerp

#endif  // BACKLERP_SRC_BASE_PER_PROCESS_H_
