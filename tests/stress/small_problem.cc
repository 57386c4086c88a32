// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/stress/small_problem.h"

#include <cstdlib>

#include "fmt/core.h"
#include "tests/support/random.h"

namespace backlerp::test {
namespace {

DataType DataTypeOf(aclDataType dtype) {
  if (dtype == ACL_FLOAT16) return DataType::kFloat16;
  return dtype == ACL_BF16 ? DataType::kBFloat16 : DataType::kFloat32;
}

std::vector<int64_t> Dims(const SmallProblem& p, bool high) {
  const int64_t h = high ? p.high_h : p.low_h;
  const int64_t w = high ? p.high_w : p.low_w;
  if (p.nhwc) return {1, h, w, p.c};
  return {1, p.c, h, w};
}

bool SrcIsHigh(const SmallProblem& p) { return p.op != Operator::kForward; }

TensorLayout LayoutOf(const SmallProblem& p, bool high) {
  const std::vector<int64_t> dims = Dims(p, high);
  return {dims, PackedStrides(dims), 0,
          p.nhwc ? ACL_FORMAT_NHWC : ACL_FORMAT_NCHW};
}

int64_t Elements(const SmallProblem& p, bool high) {
  return p.c * (high ? p.high_h * p.high_w : p.low_h * p.low_w);
}

std::vector<std::byte> Source(const SmallProblem& p) {
  Random random(static_cast<uint64_t>(p.c * 7919 + p.high_h * 131 + p.high_w));
  return SpecialMix(DataTypeOf(p.dtype), Elements(p, SrcIsHigh(p)),
                    /*rarity=*/1000, &random);
}

size_t DstBytes(const SmallProblem& p) {
  return static_cast<size_t>(Elements(p, !SrcIsHigh(p))) *
         aclDataTypeSize(p.dtype);
}

std::vector<SmallProblem> MakeProblems() {
  struct Sizes {
    int64_t c, low_h, low_w, high_h, high_w;
  };
  constexpr Sizes kSizes[] = {{1, 3, 3, 6, 6},
                              {70, 4, 5, 9, 13},
                              {3, 33, 17, 65, 40},
                              {16, 60, 80, 120, 160},
                              {5, 31, 31, 10, 7}};
  std::vector<SmallProblem> problems;
  for (const Operator op : {Operator::kV2, Operator::kV1, Operator::kForward}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      if (op == Operator::kV1 && dtype == ACL_BF16) continue;
      for (const bool nhwc : {false, true}) {
        for (const Sizes& s : kSizes) {
          problems.push_back({op, dtype, nhwc, s.c, s.low_h, s.low_w, s.high_h,
                              s.high_w, problems.size() % 2 == 0});
        }
      }
    }
  }
  return problems;
}

}  // namespace

std::string SmallProblem::Describe() const {
  return fmt::format("{} dtype={} nhwc={} c={} {}x{} {}x{} align={}",
                     NameOf(op), static_cast<int>(dtype), nhwc, c, low_h, low_w,
                     high_h, high_w, align_corners);
}

const std::vector<SmallProblem>& SmallProblems() {
  static const auto& problems = *new std::vector<SmallProblem>(MakeProblems());
  return problems;
}

ReadyProblem::ReadyProblem(const SmallProblem& problem)
    : problem_(problem),
      src_(Source(problem)),
      dst_(DstBytes(problem)),
      src_tensor_(LayoutOf(problem, SrcIsHigh(problem)), problem.dtype,
                  src_.data()),
      dst_tensor_(LayoutOf(problem, !SrcIsHigh(problem)), problem.dtype,
                  dst_.data()),
      out_size_({problem.high_h, problem.high_w}),
      in_size_(Dims(problem, /*high=*/false)) {}

aclnnStatus ReadyProblem::PhaseOne(uint64_t* bytes,
                                   aclOpExecutor** executor) const {
  return FirstPhase(
      {problem_.op, src_tensor_.get(), out_size_.get(), in_size_.get(),
       problem_.align_corners, 0, 0, dst_tensor_.get()},
      bytes, executor);
}

aclnnStatus ReadyProblem::Submit(aclrtStream stream) {
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus code = PhaseOne(&bytes, &executor);
  if (code != ACL_SUCCESS) return code;
  if (workspace_.size() < bytes) workspace_.resize(bytes);
  return SecondPhase(problem_.op, workspace_.data(), bytes, executor, stream);
}

aclOpExecutor* ReadyProblem::MakeExecutor() {
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  ThrowUnlessSuccess(PhaseOne(&bytes, &executor), "phase 1");
  return executor;
}

std::vector<std::byte> ResultOf(const SmallProblem& problem,
                                const AclSession& session) {
  ReadyProblem ready(problem);
  ThrowUnlessSuccess(ready.Submit(session.stream()), "both phases");
  session.Synchronize();
  return ready.dst().Contents();
}

int64_t NumberFromEnvironment(const char* variable, int64_t otherwise) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? otherwise : std::atoll(value);
}

}  // namespace backlerp::test
