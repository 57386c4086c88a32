// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// One problem computed in every way that must not matter: kernels, layouts,
// alignments, strips, threads, floating-point modes of the caller, places in a
// batch.

#ifndef BACKLERP_TESTS_DIGEST_COMPARISON_H_
#define BACKLERP_TESTS_DIGEST_COMPARISON_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "backlerp/plan.h"
#include "backlerp/problem.h"
#include "tests/support/layout.h"

namespace backlerp::test {

struct ComparisonOptions {
  int threads_max = 16;
  bool quick = false;  // fewer ways of each problem
};

// What has been done, over all problems.
struct ComparisonCounts {
  std::map<std::string, int64_t> by_kernel;  // computations; 0: never chosen
  std::map<int, int64_t> by_workers;         // of the threads really at work
  int64_t all = 0;
  int64_t failures = 0;
};

// The result of the reference kernel, packed in NCHW order. The problem's
// strides, here and below, do not matter.
std::vector<std::byte> ReferenceResult(Problem problem,
                                       const std::vector<std::byte>& src);

class Comparison {
 public:
  explicit Comparison(const ComparisonOptions& options);

  // Computes the problem in many ways and compares each with `expected`; what
  // differs is printed, after `name`. Bytes are packed in NCHW order.
  void Run(const std::string& name, const Problem& problem,
           const std::vector<std::byte>& src,
           const std::vector<std::byte>& expected);

  const ComparisonCounts& counts() const { return counts_; }

 private:
  struct Images;   // a problem with its source and result
  struct Layouts;  // of both tensors
  struct Way;      // of computing it

  static std::vector<Layouts> LayoutsOf(const Images& images);
  // The next of the ways, in turns.
  Way NextWay();
  void InAllLayouts(const Images& images);
  void OnAllThreads(const Images& images);
  void InReverse(const Images& images);
  void PlaneByPlane(const Images& images);
  // By every kernel that can, `runs` times in different ways.
  void ByAllKernels(const Images& images, const Layouts& layouts, int runs);
  // False where the kernel cannot do it.
  bool Compute(const Images& images, const Layouts& layouts, const Way& way);
  void Check(const Images& images, const Layouts& layouts, const Way& way,
             const std::vector<std::byte>& actual);

  ComparisonOptions options_;
  std::vector<std::string> kernels_;
  ComparisonCounts counts_;
  int problems_ = 0;
  int turn_ = 0;
};

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_DIGEST_COMPARISON_H_
