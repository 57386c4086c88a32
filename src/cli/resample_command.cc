// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// grad and forward: the same work in two directions.

#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backlerp/plan.h"
#include "cli/acl_operator.h"
#include "cli/commands.h"
#include "cli/failure.h"
#include "cli/images.h"
#include "cli/option_checks.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/resample.h"
#include "cli/resample_problem.h"
#include "cli/tensor_file.h"

namespace backlerp::cli {
namespace {

// What is wrong is told before anything is written.
void CheckProblem(const Problem& problem, const PlanOptions& options) {
  Plan plan;
  const Status status = Plan::Create(problem, options, &plan);
  if (!status.ok()) FailWithPlan(status);
}

AclOperator OperatorOf(const ResampleFlags& flags) {
  if (!flags.backward()) return AclOperator::kForward;
  return flags.op == "v1" ? AclOperator::kBackward : AclOperator::kBackwardV2;
}

void RunByOperator(const ResampleFlags& flags, const Problem& problem,
                   const Images& src, OutputFile* file) {
  const int64_t plane = flags.backward() ? problem.in_h * problem.in_w
                                         : problem.out_h * problem.out_w;
  std::byte* dst =
      file->BeginPiece(static_cast<size_t>(problem.n * problem.c * plane) *
                       SizeOf(problem.dtype));
  RunAclOperator(OperatorOf(flags), problem, flags.shared.nhwc(), src.data,
                 dst);
  file->EndPiece();
}

void RunByPlans(const ResampleFlags& flags, const Problem& problem,
                const PlanOptions& options, const Images& src,
                OutputFile* file) {
  Resampling job;
  job.problem = problem;
  job.options = options;
  job.src = src;
  job.nhwc = flags.shared.nhwc();
  Progress progress(flags.backward() ? "grad" : "forward", src.n * src.c,
                    flags.quiet);
  Resample(job, file, [&](int64_t images) { progress.Show(images); });
}

// The C API takes its options from the environment.
void PrepareOperator(const ResampleFlags& flags) {
  if (flags.shared.coordinates != "float32") {
    FailBadInput("--coordinates",
                 "is float64, but CANN's operators (--op) have float32 only");
  }
  // Its errors are told by this program, once.
  setenv("BACKLERP_LOG", "off", /*overwrite=*/0);
  if (flags.shared.kernel.empty()) return;
  setenv("BACKLERP_KERNEL", flags.shared.kernel.c_str(), /*overwrite=*/1);
}

int Run(const ResampleFlags& flags) {
  ApplyThreads(flags.shared);
  CheckKernel(flags.shared);
  const InputTensor input(flags.input, HintsFrom(flags.shared));
  const bool nhwc = flags.shared.nhwc();
  const Images src = ImagesOf(input, nhwc);
  const Problem problem = MakeProblem(flags, input.view().dtype, src);
  PlanOptions options;
  options.kernel = flags.shared.kernel;
  const std::vector<int64_t> shape =
      flags.backward()
          ? ShapeOf(src.n, src.c, problem.in_h, problem.in_w, nhwc)
          : ShapeOf(src.n, src.c, problem.out_h, problem.out_w, nhwc);
  // First of all: a size that the disk has no room for may be one that memory
  // has no tables for.
  const TensorFile output = CreateTensorFile(flags.output, input, shape);
  // CANN's operators have checks of their own, and words for them.
  if (flags.op.empty()) CheckProblem(problem, options);
  output.file->Append(std::as_bytes(std::span(output.header)));
  if (flags.op.empty()) {
    RunByPlans(flags, problem, options, src, output.file.get());
  } else {
    RunByOperator(flags, problem, src, output.file.get());
  }
  output.file->Commit();
  return kDone;
}

void AddResample(CLI::App* command, const std::shared_ptr<ResampleFlags>& flags,
                 Command* run) {
  command
      ->add_option("input", flags->input,
                   flags->backward()
                       ? "grad_out: .npy, or raw (.bin, or --shape); - for "
                         "standard input"
                       : "The image: .npy, or raw (.bin, or --shape); - for "
                         "standard input")
      ->required()
      ->type_name("INPUT");
  command
      ->add_option("output", flags->output,
                   "The result: .npy, .bin, or other names in the input's "
                   "format; - for standard output")
      ->required()
      ->type_name("OUTPUT");
  command
      ->add_option(flags->size_option(), flags->size,
                   flags->backward()
                       ? "Size H,W of the image that was upsampled"
                       : "Size H,W of the upsampled image [floor(H * scale), "
                         "floor(W * scale)]")
      ->type_name("H,W");
  AddComputation(command, &flags->shared);
  AddLayout(command, &flags->shared);
  AddDtype(command, &flags->shared);
  AddShape(command, &flags->shared);
  command
      ->add_option("--op", flags->op,
                   flags->backward()
                       ? "Call CANN's operator, v2 "
                         "(aclnnUpsampleBilinear2dBackwardV2) or v1, with its "
                         "checks and its rule for scales"
                       : "Call CANN's operator (aclnnUpsampleBilinear2d; v1 "
                         "and v2 are the same here), with its checks and its "
                         "rule for scales")
      ->check(CLI::IsMember({"v1", "v2"}))
      ->type_name("WHICH");
  command->add_flag("-q,--quiet", flags->quiet, "No progress on the terminal");
  *run = [flags] {
    if (!flags->op.empty()) PrepareOperator(*flags);
    return Run(*flags);
  };
}

std::shared_ptr<ResampleFlags> FlagsFor(Direction direction) {
  auto flags = std::make_shared<ResampleFlags>();
  flags->direction = direction;
  return flags;
}

}  // namespace

void AddGrad(CLI::App* program, Command* run) {
  CLI::App* command = program->add_subcommand(
      "grad", "Compute the gradient of bilinear upsampling");
  command->footer(
      "Examples:\n"
      "  backlerp grad grad_out.npy grad_in.npy --input-size 128,128\n"
      "  backlerp grad g.bin out.bin --shape 8,64,64,32 --dtype bf16 \\\n"
      "    --layout NHWC --input-size 32,32 --align-corners --op v2\n"
      "  producer | backlerp grad - - --input-size 64,64 | consumer");
  AddResample(command, FlagsFor(Direction::kBackward), run);
}

void AddForward(CLI::App* program, Command* run) {
  CLI::App* command =
      program->add_subcommand("forward", "Upsample images bilinearly");
  command->footer(
      "Examples:\n"
      "  backlerp forward image.npy large.npy --output-size 256,256\n"
      "  backlerp forward image.npy large.npy --scales 2,2");
  AddResample(command, FlagsFor(Direction::kForward), run);
}

}  // namespace backlerp::cli
