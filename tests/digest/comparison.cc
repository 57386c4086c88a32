// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/digest/comparison.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "fmt/core.h"
#include "tests/support/caller_fp_mode.h"
#include "tests/support/element.h"
#include "tests/support/plan_run.h"

namespace backlerp::test {
namespace {

constexpr std::array<int64_t, 13> kTiles = {0,  1,  2,  3,   8,   13,  16,
                                            17, 32, 64, 100, 257, 1000};
// Bytes of both images from which on a plan takes a second thread.
constexpr size_t kEnoughForTwo = 512 << 10;
// Bytes that are in no result by chance for long.
constexpr std::byte kUnwritten{0xA5};

// Memory whose first element lies `shift` elements behind an address that
// suits any vector.
class ShiftedBuffer {
 public:
  ShiftedBuffer(size_t bytes, size_t shift_bytes)
      : storage_(bytes + kAlign + shift_bytes, kUnwritten) {
    const auto address = reinterpret_cast<uintptr_t>(storage_.data());
    data_ = storage_.data() + (kAlign - address % kAlign) + shift_bytes;
  }
  std::byte* data() { return data_; }

 private:
  static constexpr size_t kAlign = 256;
  std::vector<std::byte> storage_;
  std::byte* data_;
};

Layout NhwcView(const std::array<int64_t, 4>& dims) {
  const auto [n, c, h, w] = dims;
  const int64_t channels = c + 3;
  return {dims, {h * w * channels, 1, w * channels, channels}, 2};
}

// Rows of a larger image, in a batch whose channels lie outermost.
Layout Cropped(const std::array<int64_t, 4>& dims) {
  const auto [n, c, h, w] = dims;
  const int64_t pitch = w + 5;
  const int64_t plane = (h + 1) * pitch;
  return {dims, {plane, n * plane, pitch, 1}, 3};
}

// No two neighbours next to each other, columns outermost and backwards.
Layout Scattered(const std::array<int64_t, 4>& dims) {
  const auto [n, c, h, w] = dims;
  const int64_t column = 2 * h * n * c + 1;
  return {dims, {2 * c, 2, 2 * n * c, -column}, column * (w - 1)};
}

std::vector<std::byte> PlanesReversed(const std::vector<std::byte>& packed,
                                      size_t plane_bytes) {
  std::vector<std::byte> reversed(packed.size());
  for (size_t at = 0; at < packed.size(); at += plane_bytes) {
    std::memcpy(reversed.data() + packed.size() - at - plane_bytes,
                packed.data() + at, plane_bytes);
  }
  return reversed;
}

}  // namespace

struct Comparison::Images {
  const std::string& name;
  Problem problem;
  std::vector<std::byte> src;
  std::vector<std::byte> expected;

  int64_t planes() const { return problem.n * problem.c; }
  size_t src_plane_bytes() const {
    return src.size() / static_cast<size_t>(planes());
  }
  size_t dst_plane_bytes() const {
    return expected.size() / static_cast<size_t>(planes());
  }
  size_t bytes() const { return src.size() + expected.size(); }
};

struct Comparison::Layouts {
  const char* name;
  Layout src;
  Layout dst;
};

struct Comparison::Way {
  PlanOptions plan;
  size_t src_shift;  // elements
  size_t dst_shift;
  size_t workspace_shift;  // bytes
  CallerFpMode fp_mode;
};

std::vector<std::byte> ReferenceResult(Problem problem,
                                       const std::vector<std::byte>& src) {
  SetSrcStrides(PackedNchwLayout(SrcDims(problem)).strides, &problem);
  SetDstStrides(PackedNchwLayout(DstDims(problem)).strides, &problem);
  return RunPacked(problem, src, {.threads = 1, .kernel = "reference"});
}

Comparison::Comparison(const ComparisonOptions& options)
    : options_(options), kernels_(KernelNames()) {
  for (const std::string& kernel : kernels_) counts_.by_kernel[kernel] = 0;
}

void Comparison::Run(const std::string& name, const Problem& problem,
                     const std::vector<std::byte>& src,
                     const std::vector<std::byte>& expected) {
  const Images images = {name, problem, src, expected};
  ++problems_;
  InAllLayouts(images);
  OnAllThreads(images);
  InReverse(images);
  PlaneByPlane(images);
}

std::vector<Comparison::Layouts> Comparison::LayoutsOf(const Images& images) {
  const auto src = SrcDims(images.problem);
  const auto dst = DstDims(images.problem);
  return {
      {"nchw", PackedNchwLayout(src), PackedNchwLayout(dst)},
      {"nhwc", PackedNhwcLayout(src), PackedNhwcLayout(dst)},
      {"nhwc views", NhwcView(src), NhwcView(dst)},
      {"cropped", Cropped(src), Cropped(dst)},
      {"scattered to nchw", Scattered(src), PackedNchwLayout(dst)},
      {"nhwc to scattered", PackedNhwcLayout(src), Scattered(dst)},
  };
}

Comparison::Way Comparison::NextWay() {
  static const std::vector<CallerFpMode> modes = CallerFpModes();
  const int turn = turn_++;
  const auto place = static_cast<size_t>(turn);
  // Steps without common divisors: in time, everything meets everything.
  return {
      {.threads = 1 + turn % options_.threads_max,
       .kernel = {},
       .tile_w = kTiles[place % kTiles.size()],
       .stores = turn % 2 == 0 ? StoreMode::kCached : StoreMode::kStreaming},
      place * 5 % 17,
      place * 3 % 19,
      place * 8 % 136,
      modes[place / 3 % modes.size()]};
}

void Comparison::InAllLayouts(const Images& images) {
  // Large problems are for threads and get less of the rest.
  const bool large = images.bytes() >= kEnoughForTwo;
  int runs = images.bytes() < kEnoughForTwo / 8 ? 8 : 2;
  if (large || options_.quick) runs = 1;
  const std::vector<Layouts> all = LayoutsOf(images);
  for (size_t i = 0; i < all.size(); ++i) {
    if (large && i % 2 != static_cast<size_t>(problems_ % 2)) continue;
    ByAllKernels(images, all[i], runs);
  }
}

void Comparison::ByAllKernels(const Images& images, const Layouts& layouts,
                              int runs) {
  for (const std::string& kernel : kernels_) {
    for (int run = 0; run < runs; ++run) {
      Way way = NextWay();
      way.plan.kernel = kernel;
      if (!Compute(images, layouts, way) && run == 0) break;
    }
  }
}

// The kernel that users get, on every number of threads.
void Comparison::OnAllThreads(const Images& images) {
  if (images.bytes() < kEnoughForTwo) return;
  const std::vector<Layouts> all = LayoutsOf(images);
  for (int threads = 1; threads <= options_.threads_max; ++threads) {
    Way way = NextWay();
    way.plan.threads = threads;
    Compute(images, all[static_cast<size_t>((threads + problems_) % 2)], way);
  }
}

// Every plane at another place of the batch, next to others.
void Comparison::InReverse(const Images& images) {
  if (images.planes() == 1) return;
  Images reversed = images;
  reversed.src = PlanesReversed(images.src, images.src_plane_bytes());
  reversed.expected = PlanesReversed(images.expected, images.dst_plane_bytes());
  const std::vector<Layouts> all = LayoutsOf(images);
  ByAllKernels(reversed, all[0], /*runs=*/1);
  ByAllKernels(reversed, all[1], /*runs=*/1);
}

// Planes without the others.
void Comparison::PlaneByPlane(const Images& images) {
  const int64_t planes = images.planes();
  if (planes == 1) return;
  const int64_t step = options_.quick ? planes : (planes + 7) / 8;
  for (int64_t plane = planes - 1; plane >= 0; plane -= step) {
    Images alone = {images.name, images.problem, {}, {}};
    alone.problem.n = alone.problem.c = 1;
    const auto cut = [plane](const std::vector<std::byte>& all, size_t bytes) {
      const auto begin =
          all.begin() + plane * static_cast<std::ptrdiff_t>(bytes);
      return std::vector<std::byte>(begin,
                                    begin + static_cast<std::ptrdiff_t>(bytes));
    };
    alone.src = cut(images.src, images.src_plane_bytes());
    alone.expected = cut(images.expected, images.dst_plane_bytes());
    ByAllKernels(alone, LayoutsOf(alone)[0], /*runs=*/1);
  }
}

bool Comparison::Compute(const Images& images, const Layouts& layouts,
                         const Way& way) {
  Problem problem = images.problem;
  const size_t element = SizeOf(problem.dtype);
  SetSrcStrides(layouts.src.strides, &problem);
  SetDstStrides(layouts.dst.strides, &problem);
  Status status;
  Plan plan;
  {
    const ScopedCallerFpMode mode(way.fp_mode);
    status = Plan::Create(problem, way.plan, &plan);
  }
  if (status.code() == StatusCode::kUnsupported) return false;
  ThrowUnlessOk(status, "Plan::Create");

  const auto buffer = [element](const Layout& layout, size_t shift) {
    return ShiftedBuffer(static_cast<size_t>(StorageElements(layout)) * element,
                         shift * element);
  };
  ShiftedBuffer src = buffer(layouts.src, way.src_shift);
  ShiftedBuffer dst = buffer(layouts.dst, way.dst_shift);
  ShiftedBuffer workspace(plan.workspace_bytes(), way.workspace_shift);
  Scatter(problem.dtype, layouts.src, images.src, src.data());
  const auto first = [element](ShiftedBuffer* memory, const Layout& layout) {
    return memory->data() + static_cast<size_t>(layout.offset) * element;
  };
  {
    const ScopedCallerFpMode mode(way.fp_mode);
    status = plan.Run(first(&src, layouts.src), first(&dst, layouts.dst),
                      workspace.data(), plan.workspace_bytes());
  }
  ThrowUnlessOk(status, "Plan::Run");
  ++counts_.all;
  ++counts_.by_kernel[plan.kernel()];
  ++counts_.by_workers[plan.threads()];
  Check(images, layouts, way, Gather(problem.dtype, layouts.dst, dst.data()));
  return true;
}

void Comparison::Check(const Images& images, const Layouts& layouts,
                       const Way& way, const std::vector<std::byte>& actual) {
  if (actual == images.expected) return;
  // More would only hide the first ones.
  constexpr int64_t kShown = 20;
  if (++counts_.failures > kShown) return;
  const DataType dtype = images.problem.dtype;
  const auto differs =
      std::mismatch(actual.begin(), actual.end(), images.expected.begin());
  const auto index = (differs.first - actual.begin()) /
                     static_cast<std::ptrdiff_t>(SizeOf(dtype));
  fmt::print(
      "FAILED {}\n  {} layout, {} shifts={},{},{} mode={}\n  {}\n"
      "  element {} is {:#x}, expected {:#x}\n",
      images.name, layouts.name, Describe(way.plan), way.src_shift,
      way.dst_shift, way.workspace_shift, way.fp_mode.name,
      Describe(images.problem), index, LoadBits(dtype, actual.data(), index),
      LoadBits(dtype, images.expected.data(), index));
}

}  // namespace backlerp::test
