// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_BENCHMARKS_WORKER_SERVE_H_
#define BACKLERP_BENCHMARKS_WORKER_SERVE_H_

#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/worker/case.h"

namespace backlerp::bench {

// Thrown by Prepare where the peer cannot do the case at all.
class NotSupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One implementation that is measured.
class Peer {
 public:
  virtual ~Peer() = default;

  // One line: name, version, what else tells builds apart.
  virtual std::string Describe() = 0;
  // Forgets the last case and makes everything ready for Run. Answers how the
  // case is done, such as the kernel's name; may be empty.
  virtual std::string Prepare(const Case& to_measure) = 0;
  // One call, finished on return; the next set of tensors has its turn.
  virtual void Run() = 0;
  // Some elements of what the latest Run wrote (contents.h); may be empty.
  virtual std::vector<float> Result() = 0;
};

// Answers each line of standard input with a line of standard output, until the
// input ends:
//   describe        ok <text>
//   prepare <case>  ok <text>, or none <why the peer has nothing to measure>
//   run <calls>     ok <seconds for all of these calls>
//   result          ok <values>
// Anything that fails is answered with: error <reason>.
void Serve(Peer* peer);

}  // namespace backlerp::bench

#endif  // BACKLERP_BENCHMARKS_WORKER_SERVE_H_
