// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_FUZZ_INPUT_H_
#define BACKLERP_FUZZ_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace backlerp::fuzz {

// The bytes of one run, taken as choices from the front. Once they are used up
// every choice is its first. (Clang has FuzzedDataProvider; the replays are
// built by other compilers, too.)
class Input {
 public:
  Input(const uint8_t* data, size_t size) : data_(data), left_(size) {}

  bool empty() const { return left_ == 0; }

  // Any value of a type without padding.
  template <typename T>
  T Take() {
    T value{};
    const size_t bytes = left_ < sizeof(T) ? left_ : sizeof(T);
    if (bytes > 0) std::memcpy(&value, data_, bytes);
    data_ += bytes;
    left_ -= bytes;
    return value;
  }

  // first <= result <= last. Takes a byte where the range fits into one.
  int64_t Between(int64_t first, int64_t last) {
    const auto range =
        static_cast<uint64_t>(last) - static_cast<uint64_t>(first);
    if (range == UINT64_MAX) return Take<int64_t>();
    const uint64_t drawn = range < 256     ? Take<uint8_t>()
                           : range < 65536 ? Take<uint16_t>()
                                           : Take<uint64_t>();
    return static_cast<int64_t>(static_cast<uint64_t>(first) +
                                drawn % (range + 1));
  }
  size_t Index(size_t size) {
    return static_cast<size_t>(Between(0, static_cast<int64_t>(size) - 1));
  }
  bool OneIn(int64_t times) { return Between(1, times) == times; }

  template <typename T>
  const T& Pick(const std::vector<T>& choices) {
    return choices[Index(choices.size())];
  }

 private:
  const uint8_t* data_;
  size_t left_;
};

}  // namespace backlerp::fuzz

#endif  // BACKLERP_FUZZ_INPUT_H_
