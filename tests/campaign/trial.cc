// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/campaign/trial.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "fmt/core.h"
#include "tests/campaign/bound.h"
#include "tests/support/compare.h"
#include "tests/support/contract_loop.h"
#include "tests/support/element.h"
#include "tests/support/guarded_buffer.h"
#include "tests/support/layout.h"
#include "tests/support/plan_run.h"
#include "tests/support/random.h"

namespace backlerp::test {
namespace {

constexpr std::byte kGap{0xA5};
// Up to here the contract is evaluated, too, which is slow.
constexpr int64_t kSmall = 1 << 14;
// So many values are drawn; larger tensors repeat them. Prime, so that rows and
// planes differ.
constexpr int64_t kPool = 4099;

std::vector<std::byte> OrdinaryPool(const Drawn& drawn, int64_t count,
                                    Random* random) {
  const DataType dtype = drawn.problem.dtype;
  std::vector<std::byte> pool(static_cast<size_t>(count) * SizeOf(dtype));
  for (int64_t i = 0; i < count; ++i) {
    StoreBits(dtype, pool.data(), i,
              Encode(dtype, std::ldexp(random->Normal(), drawn.exponent)));
  }
  return pool;
}

std::string Difference(const Problem& problem,
                       const std::vector<std::byte>& actual,
                       const std::vector<std::byte>& expected) {
  const auto same = SameBits(problem.dtype, DstDims(problem), actual, expected);
  return same ? "" : same.message();
}

}  // namespace

Trial::Trial(const Drawn& drawn)
    : drawn_(drawn), element_(SizeOf(drawn.problem.dtype)) {
  DrawValues();
  src_packed_ =
      Gather(drawn.problem.dtype, drawn.src.layout, src_storage_.data());
  expected_ = RunPacked(
      [&] {
        Problem packed = drawn.problem;
        SetSrcStrides(PackedNchwLayout(SrcDims(packed)).strides, &packed);
        SetDstStrides(PackedNchwLayout(DstDims(packed)).strides, &packed);
        return packed;
      }(),
      src_packed_, {.threads = 1, .kernel = "reference"});
}

void Trial::DrawValues() {
  Random random(drawn_.values);
  const int64_t elements = StorageElements(drawn_.src.layout);
  const int64_t count = std::min(elements, kPool);
  const std::vector<std::byte> pool =
      drawn_.ordinary
          ? OrdinaryPool(drawn_, count, &random)
          : SpecialMix(drawn_.problem.dtype, count, drawn_.rarity, &random);
  src_storage_.resize(static_cast<size_t>(elements) * element_);
  for (size_t at = 0; at < src_storage_.size(); at += pool.size()) {
    std::memcpy(src_storage_.data() + at, pool.data(),
                std::min(pool.size(), src_storage_.size() - at));
  }
}

std::string Trial::CheckReference() const {
  std::string fault = CheckContract();
  return fault.empty() && drawn_.ordinary ? CheckBound() : fault;
}

std::string Trial::CheckContract() const {
  const Problem& p = drawn_.problem;
  const int64_t elements =
      p.n * p.c * (p.in_h * p.in_w + p.out_h * p.out_w + p.in_h * p.out_w);
  if (elements > kSmall) return "";
  const std::string difference =
      Difference(p, expected_, EvaluateByContract(p, src_packed_));
  return difference.empty() ? "" : "reference against contract: " + difference;
}

std::string Trial::CheckBound() const {
  const BoundCheck check(drawn_.problem);
  const std::string fault = check.Compare(src_packed_, expected_);
  return fault.empty() ? "" : "reference against float64: " + fault;
}

std::optional<std::string> Trial::CheckKernel(const PlanOptions& options,
                                              std::string* kernel) const {
  const Problem& problem = drawn_.problem;
  Plan plan;
  const Status created = Plan::Create(problem, options, &plan);
  if (created.code() == StatusCode::kUnsupported) return std::nullopt;
  if (!created.ok()) return "Plan::Create: " + created.message();
  *kernel = plan.kernel();

  using Flush = GuardedBuffer::Flush;
  const Flush flush = drawn_.values % 2 == 0 ? Flush::kLeft : Flush::kRight;
  GuardedBuffer src(src_storage_, flush);
  src.MakeReadOnly();
  const Layout& layout = drawn_.dst.layout;
  GuardedBuffer dst(
      std::vector<std::byte>(
          static_cast<size_t>(StorageElements(layout)) * element_, kGap),
      flush);
  GuardedBuffer workspace(plan.workspace_bytes(), flush);
  const auto origin = [&](GuardedBuffer* memory, const Layout& of) {
    return memory->data() + static_cast<size_t>(of.offset) * element_;
  };
  const Status status =
      plan.Run(origin(&src, drawn_.src.layout), origin(&dst, layout),
               workspace.data(), workspace.size());
  if (!status.ok()) return "Plan::Run: " + status.message();
  const std::string difference =
      Difference(problem, Gather(problem.dtype, layout, dst.data()), expected_);
  if (!difference.empty()) return difference;
  if (layout.size() * static_cast<int64_t>(element_) ==
      static_cast<int64_t>(dst.size())) {
    return "";
  }
  const bool held = GapsHold(problem.dtype, layout, dst.Contents(), kGap);
  return held ? "" : "written between the elements";
}

void Trial::Corrupt() { expected_[expected_.size() / 2] ^= std::byte{1}; }

std::string Trial::Describe() const {
  return fmt::format(
      "{} src={} dst={} offsets={},{} values={}",
      test::Describe(drawn_.problem), drawn_.src.name, drawn_.dst.name,
      drawn_.src.layout.offset, drawn_.dst.layout.offset,
      drawn_.ordinary ? fmt::format("normal * 2^{}", drawn_.exponent)
                      : fmt::format("one in {} special", drawn_.rarity));
}

}  // namespace backlerp::test
