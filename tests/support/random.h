// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_TESTS_SUPPORT_RANDOM_H_
#define BACKLERP_TESTS_SUPPORT_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "backlerp/problem.h"

namespace backlerp::test {

// The seed of all random tests: BACKLERP_TEST_SEED, or a fixed number.
uint64_t Seed();

// A generator with helpers that give the same numbers on every machine (the
// distributions of <random> do not).
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  uint64_t Bits() { return engine_(); }
  // first <= result <= last.
  int64_t Between(int64_t first, int64_t last);
  // True once in `times`.
  bool OneIn(int64_t times) { return Between(1, times) == 1; }
  double Normal();
  template <typename T>
  const T& Pick(const std::vector<T>& choices) {
    return choices[static_cast<size_t>(
        Between(0, static_cast<int64_t>(choices.size()) - 1))];
  }

 private:
  std::mt19937_64 engine_;
};

// `count` normal values that `dtype` holds exactly.
std::vector<double> Normals(DataType dtype, int64_t count, uint64_t seed);

// Normal values of one type, drawn once and read from any place: planes of
// any number cost a copy each.
class NormalPool {
 public:
  explicit NormalPool(DataType dtype);
  // Fills height x width elements at `to`. The same (plane, sizes) gives the
  // same elements; rows and planes differ.
  void FillPlane(uint64_t plane, int64_t height, int64_t width,
                 std::byte* to) const;

 private:
  size_t element_;
  std::vector<std::byte> pool_;
};

// Elements of `dtype` in which ordinary values mix with infinities, NaNs with
// payloads, negative zeros, denormals and the largest values, one in `rarity`.
std::vector<std::byte> SpecialMix(DataType dtype, int64_t count, int64_t rarity,
                                  Random* random);

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_SUPPORT_RANDOM_H_
