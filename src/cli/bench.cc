// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/bench.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "backlerp/plan.h"
#include "cli/element_type.h"
#include "cli/failure.h"
#include "cli/images.h"
#include "cli/option_checks.h"
#include "tbb/parallel_for.h"
#include "tbb/task_arena.h"

namespace backlerp::cli {
namespace {

// Memory that has pages, with ordinary numbers in it.
std::vector<std::byte> MakeElements(DataType dtype, int64_t count) {
  // The bytes of 1 in float32; other types read ordinary numbers from them too,
  // but for float16, which has its own.
  constexpr std::byte kOne[] = {std::byte{0x00}, std::byte{0x00},
                                std::byte{0x80}, std::byte{0x3F}};
  constexpr std::byte kOneHalf[] = {std::byte{0x00}, std::byte{0x3C}};
  const size_t bytes = static_cast<size_t>(count) * SizeOf(dtype);
  std::vector<std::byte> elements(bytes);
  for (size_t i = 0; i < bytes; ++i) {
    elements[i] = dtype == DataType::kFloat16 ? kOneHalf[i % 2] : kOne[i % 4];
  }
  return elements;
}

// Half of the upsampled size where the command line has none.
void ChooseInputSize(const std::string& text, Problem* p) {
  std::vector<int64_t> in = ParseSizes("--input-size", text);
  if (in.empty()) {
    in = {std::max<int64_t>(1, p->out_h / 2),
          std::max<int64_t>(1, p->out_w / 2)};
  }
  if (in.size() != 2) FailBadInput("--input-size", "expected H,W");
  CheckSizes("--input-size", in, /*least=*/1);
  CheckCount("--input-size", {p->n, p->c, in[0], in[1]});
  p->in_h = in[0];
  p->in_w = in[1];
}

Problem MakeProblem(const BenchFlags& flags) {
  const std::vector<int64_t> shape = ParseSizes("--shape", flags.shared.shape);
  if (shape.size() != 4) FailBadInput("--shape", "expected four sizes");
  CheckSizes("--shape", shape, /*least=*/1);
  CheckCount("--shape", shape);
  CheckScales(flags.shared);
  const bool nhwc = flags.shared.nhwc();
  Problem p = ProblemFrom(flags.shared);
  if (flags.forward) p.direction = Direction::kForward;
  if (!flags.shared.dtype.empty()) {
    p.dtype = ParseDataType(flags.shared.dtype);
  }
  p.n = shape[0];
  p.c = shape[nhwc ? 3 : 1];
  p.out_h = shape[nhwc ? 1 : 2];
  p.out_w = shape[nhwc ? 2 : 3];
  ChooseInputSize(flags.in_size, &p);
  p.in_strides = PackedStrides(p.c, p.in_h, p.in_w, nhwc);
  p.out_strides = PackedStrides(p.c, p.out_h, p.out_w, nhwc);
  return p;
}

// A copy by several threads, in pieces that are copied sooner than a thread
// wakes up.
class Copier {
 public:
  Copier(size_t bytes, int threads)
      : from_(bytes, std::byte{1}), to_(bytes), arena_(threads) {}

  void Run() {
    constexpr size_t kPiece = size_t{256} << 10;
    const size_t pieces = (from_.size() + kPiece - 1) / kPiece;
    if (pieces <= 1 || arena_.max_concurrency() == 1) {
      std::memcpy(to_.data(), from_.data(), from_.size());
      return;
    }
    arena_.execute([&] {
      tbb::parallel_for(size_t{0}, pieces, [&](size_t i) {
        const size_t begin = i * kPiece;
        std::memcpy(to_.data() + begin, from_.data() + begin,
                    std::min(kPiece, from_.size() - begin));
      });
    });
  }

 private:
  std::vector<std::byte> from_;
  std::vector<std::byte> to_;
  tbb::task_arena arena_;
};

}  // namespace

BenchOutcome RunBench(const BenchFlags& flags) {
  BenchOutcome outcome;
  CheckKernel(flags.shared);
  Problem& p = outcome.problem;
  p = MakeProblem(flags);
  Plan plan;
  PlanOptions options;
  options.kernel = flags.shared.kernel;
  const Status status = Plan::Create(p, options, &plan);
  if (!status.ok()) FailWithPlan(status);
  outcome.kernel = plan.kernel();
  outcome.threads = plan.threads();

  const auto in = MakeElements(p.dtype, p.n * p.c * p.in_h * p.in_w);
  const auto out = MakeElements(p.dtype, p.n * p.c * p.out_h * p.out_w);
  const std::vector<std::byte>& src = flags.forward ? in : out;
  std::vector<std::byte> dst = flags.forward ? out : in;
  std::vector<std::byte> workspace(plan.workspace_bytes());
  outcome.bytes = static_cast<double>(in.size() + out.size());
  Copier copier((in.size() + out.size()) / 2, outcome.threads);
  Contest contest;
  contest.first = [&] {
    const Status run =
        plan.Run(src.data(), dst.data(), workspace.data(), workspace.size());
    if (!run.ok()) FailWith(run);
  };
  contest.second = [&] { copier.Run(); };
  contest.seconds = flags.seconds;
  outcome.times = Run(contest);
  return outcome;
}

}  // namespace backlerp::cli
