// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The two phases of each operator.

#include <utility>

#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"
#include "opdev/op_errno.h"
#include "tests/faults/api_call.h"

namespace backlerp::test {
namespace {

constexpr unsigned kArguments = kTensors | kArrays;

int PhaseOne(Operator op, World* w) {
  return FirstPhase(w->Arguments(op), &w->out.size, &w->out.executor);
}

// Refused for its dimensions, which the message lists.
int PhaseOneRefused(Operator op, World* w) {
  OperatorArguments arguments = w->Arguments(op);
  arguments.output_size = w->in_size;
  return FirstPhase(arguments, &w->out.size, &w->out.executor);
}

// The executor of V2 that the world has.
int PhaseTwo(World* w) {
  const int code =
      SecondPhase(Operator::kV2, w->workspace.data(), w->workspace_bytes,
                  std::exchange(w->executor, nullptr), w->stream);
  aclrtSynchronizeStream(w->stream);
  return code;
}

int PhaseTwoRefused(Operator op, World* w) {
  return SecondPhase(op, nullptr, 0, nullptr, w->stream);
}

#define PHASE_ONE(op, function)                                        \
  BACKLERP_EXPRESSION(Layer::kPhaseOne, kArguments, true, 0, function, \
                      PhaseOne(op, &w)),                               \
      BACKLERP_EXPRESSION(Layer::kPhaseOne, kArguments, true,          \
                          ACLNN_ERR_PARAM_INVALID, function,           \
                          PhaseOneRefused(op, &w))
#define PHASE_TWO(op, function)                          \
  BACKLERP_EXPRESSION(Layer::kPhaseTwo, kNothing, true,  \
                      ACLNN_ERR_PARAM_NULLPTR, function, \
                      PhaseTwoRefused(op, &w))

}  // namespace

std::vector<ApiCall> OperatorCalls() {
  return {
      PHASE_ONE(Operator::kV2,
                aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize),
      PHASE_ONE(Operator::kV1, aclnnUpsampleBilinear2dBackwardGetWorkspaceSize),
      PHASE_ONE(Operator::kForward, aclnnUpsampleBilinear2dGetWorkspaceSize),
      PHASE_TWO(Operator::kV2, aclnnUpsampleBilinear2dBackwardV2),
      PHASE_TWO(Operator::kV1, aclnnUpsampleBilinear2dBackward),
      PHASE_TWO(Operator::kForward, aclnnUpsampleBilinear2d),
      BACKLERP_EXPRESSION(Layer::kPhaseTwo, kStream | kExecutor, true, 0,
                          aclnnUpsampleBilinear2dBackwardV2, PhaseTwo(&w)),
      // The stream's thread has run something before.
      BACKLERP_EXPRESSION(Layer::kPhaseTwo, kEvent | kExecutor, false, 0,
                          aclnnUpsampleBilinear2dBackwardV2, PhaseTwo(&w)),
  };
}

#undef PHASE_ONE
#undef PHASE_TWO

}  // namespace backlerp::test
