// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/resample.h"

#include <algorithm>
#include <vector>

#include "cli/failure.h"

namespace backlerp::cli {
namespace {

// Consecutive images of one sample, or all images of consecutive samples.
struct Group {
  int64_t n = 0;
  int64_t samples = 1;
  int64_t c = 0;
  int64_t channels = 1;
};

int64_t BytesOfImage(const Problem& p) {
  return (p.in_h * p.in_w + p.out_h * p.out_w) *
         static_cast<int64_t>(SizeOf(p.dtype));
}

// The first group: the others are of its size, but for the last ones.
Group FirstGroup(const Resampling& job) {
  const Problem& p = job.problem;
  const int64_t images =
      std::max<int64_t>(1, job.group_bytes / BytesOfImage(p));
  // With NHWC the channels of a sample lie between each other: they are written
  // together.
  if (job.nhwc || images >= p.c) {
    return {0, std::clamp<int64_t>(images / p.c, 1, p.n), 0, p.c};
  }
  return {0, 1, 0, images};
}

class Resampler {
 public:
  Resampler(const Resampling& job, OutputFile* file) : job_(job), file_(file) {}

  void Run(const Group& group) {
    Prepare(group);
    const Problem& p = plan_.problem();
    const bool backward = p.direction == Direction::kBackward;
    const int64_t plane = backward ? p.in_h * p.in_w : p.out_h * p.out_w;
    const size_t bytes =
        static_cast<size_t>(p.n * p.c * plane) * SizeOf(p.dtype);
    const int64_t first =
        group.n * job_.src.strides.n + group.c * job_.src.strides.c;
    const std::byte* src =
        job_.src.data + first * static_cast<int64_t>(SizeOf(p.dtype));
    std::byte* dst = file_->BeginPiece(bytes);
    const Status status =
        plan_.Run(src, dst, workspace_.data(), workspace_.size());
    if (!status.ok()) FailWith(status);
    file_->EndPiece();
  }

 private:
  // A plan serves all groups of one size.
  void Prepare(const Group& group) {
    if (prepared_ && plan_.problem().n == group.samples &&
        plan_.problem().c == group.channels) {
      return;
    }
    Problem problem = job_.problem;
    problem.n = group.samples;
    problem.c = group.channels;
    const Status status = Plan::Create(problem, job_.options, &plan_);
    if (!status.ok()) FailWith(status);
    prepared_ = true;
    workspace_.resize(plan_.workspace_bytes());
  }

  const Resampling& job_;
  OutputFile* file_;
  Plan plan_;
  bool prepared_ = false;
  std::vector<std::byte> workspace_;
};

}  // namespace

void Resample(const Resampling& job, OutputFile* file,
              const std::function<void(int64_t)>& done) {
  const Problem& p = job.problem;
  if (p.n == 0 || p.c == 0) return;
  const Group size = FirstGroup(job);
  Resampler resampler(job, file);
  int64_t images = 0;
  for (int64_t n = 0; n < p.n; n += size.samples) {
    for (int64_t c = 0; c < p.c; c += size.channels) {
      const Group group = {n, std::min(size.samples, p.n - n), c,
                           std::min(size.channels, p.c - c)};
      resampler.Run(group);
      images += group.samples * group.channels;
      done(images);
    }
  }
}

}  // namespace backlerp::cli
