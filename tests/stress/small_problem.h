// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Calls of the operators with all that they need, of many kinds: what the
// stress tests put on streams.

#ifndef BACKLERP_TESTS_STRESS_SMALL_PROBLEM_H_
#define BACKLERP_TESTS_STRESS_SMALL_PROBLEM_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/acl_session.h"

namespace backlerp::test {

struct SmallProblem {
  Operator op;
  aclDataType dtype;
  bool nhwc;
  int64_t c;
  int64_t low_h, low_w;    // the image
  int64_t high_h, high_w;  // the upsampled one
  bool align_corners;

  std::string Describe() const;
};

// Of every operator, type and layout; some large enough for several workers.
const std::vector<SmallProblem>& SmallProblems();

// A problem's memory, tensors and executor.
class ReadyProblem {
 public:
  // The source holds the same bytes for the same problem.
  explicit ReadyProblem(const SmallProblem& problem);
  ReadyProblem(const ReadyProblem&) = delete;
  ReadyProblem& operator=(const ReadyProblem&) = delete;

  // Both phases, on `stream`; the code of the first that fails.
  aclnnStatus Submit(aclrtStream stream);

  // An executor alone; the caller's.
  aclOpExecutor* MakeExecutor();

  DeviceBuffer& src() { return src_; }
  DeviceBuffer& dst() { return dst_; }

 private:
  aclnnStatus PhaseOne(uint64_t* bytes, aclOpExecutor** executor) const;

  const SmallProblem problem_;
  DeviceBuffer src_;
  DeviceBuffer dst_;
  TensorHandle src_tensor_;
  TensorHandle dst_tensor_;
  IntArrayHandle out_size_;
  IntArrayHandle in_size_;
  std::vector<std::byte> workspace_;
};

// What the problem's result is, computed alone on the session's stream.
std::vector<std::byte> ResultOf(const SmallProblem& problem,
                                const AclSession& session);

// The variable's number, or `otherwise`.
int64_t NumberFromEnvironment(const char* variable, int64_t otherwise);

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_STRESS_SMALL_PROBLEM_H_
