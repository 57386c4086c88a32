// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/resample_problem.h"

#include <cmath>
#include <vector>

#include "cli/failure.h"
#include "cli/option_checks.h"
#include "fmt/core.h"

namespace backlerp::cli {
namespace {

struct ImageSize {
  int64_t h = 0;
  int64_t w = 0;
};

// H,W, or all four sizes as CANN's inputSize has them.
ImageSize SizeFromFlag(const ResampleFlags& flags, const Images& src) {
  const std::vector<int64_t> sizes =
      ParseSizes(flags.size_option(), flags.size);
  // CANN's operators have checks of their own, and words for them.
  if (flags.op.empty() && sizes.size() == 2) {
    CheckSizes(flags.size_option(), sizes, /*least=*/1);
  }
  if (sizes.size() == 2) return {sizes[0], sizes[1]};
  const bool nhwc = flags.shared.nhwc();
  if (sizes.size() == 4 && sizes[0] == src.n && sizes[nhwc ? 3 : 1] == src.c) {
    return nhwc ? ImageSize{sizes[1], sizes[2]} : ImageSize{sizes[2], sizes[3]};
  }
  FailBadInput(
      flags.size_option(),
      fmt::format("is \"{}\", expected H,W, or the four sizes with N {} and C "
                  "{}",
                  flags.size, src.n, src.c));
}

int64_t Enlarged(int64_t size, double scale) {
  const double enlarged = std::floor(static_cast<double>(size) * scale);
  constexpr double kMost = 1e15;
  if (!(enlarged >= 1 && enlarged <= kMost)) {
    FailBadInput("--scales",
                 fmt::format("{} makes no size of {}", scale, size));
  }
  return static_cast<int64_t>(enlarged);
}

// The size of the result.
ImageSize ChooseSize(const ResampleFlags& flags, const Images& src,
                     const Problem& problem) {
  if (!flags.size.empty()) return SizeFromFlag(flags, src);
  if (flags.backward()) FailBadInput("grad", "--input-size is required");
  if (flags.shared.scales.empty()) {
    FailBadInput("forward", "--output-size or --scales is required");
  }
  return {Enlarged(src.h, problem.scale_h), Enlarged(src.w, problem.scale_w)};
}

}  // namespace

Problem MakeProblem(const ResampleFlags& flags, DataType dtype,
                    const Images& src) {
  if (flags.op.empty()) CheckScales(flags.shared);
  Problem p = ProblemFrom(flags.shared);
  const ImageSize dst = ChooseSize(flags, src, p);
  p.direction = flags.direction;
  p.dtype = dtype;
  p.n = src.n;
  p.c = src.c;
  p.in_h = flags.backward() ? dst.h : src.h;
  p.in_w = flags.backward() ? dst.w : src.w;
  p.out_h = flags.backward() ? src.h : dst.h;
  p.out_w = flags.backward() ? src.w : dst.w;
  CheckCount(flags.size.empty() ? "--scales" : flags.size_option(),
             {src.n, src.c, dst.h, dst.w});
  const Strides dst_strides =
      PackedStrides(src.c, dst.h, dst.w, flags.shared.nhwc());
  p.in_strides = flags.backward() ? dst_strides : src.strides;
  p.out_strides = flags.backward() ? src.strides : dst_strides;
  return p;
}

}  // namespace backlerp::cli
