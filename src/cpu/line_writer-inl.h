// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Writes runs of elements past the caches where they do not end with a cache
// line: the rest waits for the run that goes on from there.

// Per-target include guard
#if defined(BACKLERP_SRC_CPU_LINE_WRITER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BACKLERP_SRC_CPU_LINE_WRITER_INL_H_
#undef BACKLERP_SRC_CPU_LINE_WRITER_INL_H_
#else
#define BACKLERP_SRC_CPU_LINE_WRITER_INL_H_
#endif

#include <cstdint>
#include <cstring>

#include "cpu/vector_io-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace backlerp {
namespace HWY_NAMESPACE {

template <typename T>
class LineWriter {
  static constexpr auto kLine = static_cast<int64_t>(kLineBytes / sizeof(T));

 public:
  // Elements of a buffer that takes runs of `run` elements.
  static constexpr int64_t BufferSize(int64_t run) { return run + kLine; }

  explicit LineWriter(T* buffer) : buffer_(buffer) {}

  // Where to put the elements for `dst` and behind it; Commit() follows.
  T* At(T* dst) {
    if (dst != to_ + count_) {
      Flush();
      to_ = dst;
    }
    return buffer_ + count_;
  }

  // Takes `count` elements from the place that At() told.
  HWY_INLINE void Commit(int64_t count) {
    count_ += count;
    const auto end = reinterpret_cast<uintptr_t>(to_ + count_) / sizeof(T);
    const int64_t rest = static_cast<int64_t>(end % kLine);
    if (rest >= count_) return;
    const int64_t whole = count_ - rest;
    StreamCopy(buffer_, whole, to_);
    // Less than a line may have been whole: they may overlap.
    std::memmove(buffer_, buffer_ + whole,
                 static_cast<size_t>(rest) * sizeof(T));
    to_ += whole;
    count_ = rest;
  }

  // Writes what has waited.
  void Flush() {
    if (count_ == 0) return;
    std::memcpy(to_, buffer_, static_cast<size_t>(count_) * sizeof(T));
    count_ = 0;
  }

 private:
  T* const buffer_;
  T* to_ = nullptr;    // where the buffer's elements go
  int64_t count_ = 0;  // how many there are
};

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace backlerp
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
