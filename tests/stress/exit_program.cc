// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Ends with work in flight, in the way that its argument names:
//   exit_program return | exit | quick_exit | thread | static | atexit
// Status 0, unless something crashes. (exit_test.cc)

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "tests/stress/small_problem.h"

namespace backlerp::test {
namespace {

// Its destructor, later than those of all that was made after it, uses the
// library.
struct Last {
  bool active = false;
  aclrtStream stream = nullptr;
  ReadyProblem* problem = nullptr;

  ~Last() {
    if (active) UseTheLibrary();
  }
  void UseTheLibrary() const {
    aclrtSetDevice(0);
    if (problem->Submit(stream) != ACL_SUCCESS) std::abort();
    if (aclrtSynchronizeStream(stream) != ACL_SUCCESS) std::abort();
    aclrtFree(nullptr);
    if (aclGetRecentErrMsg() == nullptr) std::abort();
    if (aclFinalize() != ACL_SUCCESS) std::abort();
  }
};
Last last;

void PutWorkInFlight() {
  if (aclInit(nullptr) != ACL_SUCCESS) std::abort();
  aclrtSetDevice(0);
  aclrtCreateStream(&last.stream);
  last.problem = new ReadyProblem(SmallProblems()[3]);
  for (int i = 0; i < 50; ++i) {
    if (last.problem->Submit(last.stream) != ACL_SUCCESS) std::abort();
  }
}

int End(const std::string& how) {
  PutWorkInFlight();
  if (how == "exit") std::exit(0);
  if (how == "quick_exit") std::quick_exit(0);
  if (how == "thread") {
    // Exit in another thread than the one that has used the library.
    std::thread([] { std::exit(0); }).join();
  }
  if (how == "static") last.active = true;
  if (how == "atexit") std::atexit([] { last.UseTheLibrary(); });
  return 0;
}

}  // namespace
}  // namespace backlerp::test

int main(int argc, char** argv) {
  if (argc == 2) return backlerp::test::End(argv[1]);
  std::fprintf(stderr, "usage: exit_program HOW\n");
  return 2;
}
