// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/campaign/draw.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "tests/campaign/draw_layout.h"
#include "tests/support/plan_run.h"

namespace backlerp::test {
namespace {

// The other size of an axis: the same, doubled, halved, a little off, or
// anything.
int64_t Related(int64_t size, Chooser* chooser) {
  switch (chooser->Between(0, 5)) {
    case 0:
      return size;
    case 1:
      return size * 2;
    case 2:
      return (size + 1) / 2;
    case 3:
      return std::max<int64_t>(1, size + chooser->Between(-3, 3));
    case 4:
      return chooser->LogUniform(size);
    default:
      return chooser->LogUniform(size * 32);
  }
}

int64_t Elements(const Problem& p) {
  return p.n * p.c * (p.in_h * p.in_w + p.out_h * p.out_w);
}

// Halves the largest size until the problem fits.
void Shrink(int64_t most, Problem* p) {
  while (Elements(*p) > most) {
    int64_t* const sizes[] = {&p->n,    &p->c,     &p->in_h,
                              &p->in_w, &p->out_h, &p->out_w};
    int64_t* const largest =
        *std::max_element(std::begin(sizes), std::end(sizes),
                          [](auto* a, auto* b) { return *a < *b; });
    *largest = (*largest + 1) / 2;
  }
}

void DrawSizes(int max_bits, Chooser* chooser, Problem* p) {
  // Twice the smaller of two: large problems would take all of the time.
  const int64_t bits =
      std::min(chooser->Between(0, max_bits), chooser->Between(0, max_bits));
  int64_t left = int64_t{1} << bits;
  std::vector<int64_t*> sizes = {&p->in_w, &p->in_h, &p->c, &p->n};
  while (!sizes.empty()) {
    const auto at = chooser->Between(0, static_cast<int64_t>(sizes.size()) - 1);
    int64_t* const size = sizes[static_cast<size_t>(at)];
    sizes.erase(sizes.begin() + at);
    *size = chooser->LogUniform(left);
    left /= *size;
  }
  p->out_h = Related(p->in_h, chooser);
  p->out_w = Related(p->in_w, chooser);
  if (chooser->OneIn(2)) {
    std::swap(p->in_h, p->out_h);
    std::swap(p->in_w, p->out_w);
  }
  Shrink(int64_t{1} << max_bits, p);
}

double DrawScale(int64_t in, int64_t out, Chooser* chooser) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const double exact = static_cast<double>(out) / static_cast<double>(in);
  const std::vector<double> choices = {
      0,    1,     2,      0.5,  exact, exact * 1.07, exact * 0.6, 1e-30,
      1e30, 1e300, 5e-324, 3e-8, -2,    kInfinity,    kNan,        1.0000001};
  if (chooser->OneIn(3)) {
    return static_cast<double>(chooser->Between(1, 100'000)) / 1024;
  }
  return chooser->Pick(choices);
}

void DrawValues(Chooser* chooser, Drawn* drawn) {
  drawn->ordinary = !chooser->OneIn(3);
  drawn->exponent = static_cast<int>(chooser->Between(-10, 3));
  const std::vector<int64_t> rarities = {2, 20, 1000};
  drawn->rarity = chooser->Pick(rarities);
  drawn->values = static_cast<uint64_t>(chooser->Between(0, INT64_MAX));
}

}  // namespace

Drawn DrawProblem(int max_bits, Chooser* chooser) {
  Drawn drawn{};
  Problem& p = drawn.problem;
  p.direction = chooser->OneIn(3) ? Direction::kForward : Direction::kBackward;
  p.dtype = static_cast<DataType>(chooser->Between(0, 3));
  DrawSizes(max_bits, chooser, &p);
  p.align_corners = chooser->OneIn(3);
  if (chooser->OneIn(3)) {
    p.scale_h = DrawScale(p.in_h, p.out_h, chooser);
    p.scale_w = DrawScale(p.in_w, p.out_w, chooser);
  }
  if (chooser->OneIn(6)) p.coordinates = Coordinates::kFloat64;
  DrawLayouts(chooser, &drawn);
  DrawValues(chooser, &drawn);
  return drawn;
}

PlanOptions DrawOptions(const std::string& kernel, Chooser* chooser) {
  const std::vector<int> threads = {1, 1, 2, 3, 4, 7};
  const std::vector<int64_t> tiles = {0, 0, 0, 1, 2, 3, 7, 16, 33, 100};
  const std::vector<StoreMode> stores = {StoreMode::kAuto, StoreMode::kCached,
                                         StoreMode::kStreaming};
  return {.threads = chooser->Pick(threads),
          .kernel = kernel,
          .tile_w = chooser->Pick(tiles),
          .stores = chooser->Pick(stores)};
}

}  // namespace backlerp::test
