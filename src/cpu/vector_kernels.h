// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// How the vector kernels of each instruction set come into the kernel list.

#ifndef BACKLERP_SRC_CPU_VECTOR_KERNELS_H_
#define BACKLERP_SRC_CPU_VECTOR_KERNELS_H_

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "base/half.h"
#include "hwy/highway.h"
#include "op/element.h"
#include "op/kernel.h"
#include "op/layout.h"

namespace backlerp {

// Appends the kernels of every instruction set that this machine has, the
// widest first. Only sets with a fused multiply-add have any.
void AppendVectorKernels(std::vector<Kernel>* list);

// One function per kernel file: appends its kernels for one Highway target.
void AppendChannelLanes(int64_t target, std::vector<Kernel>* list);
void AppendColumnLanes(int64_t target, std::vector<Kernel>* list);
void AppendDoubledLanes(int64_t target, std::vector<Kernel>* list);
void AppendPlaneLanes(int64_t target, std::vector<Kernel>* list);
void AppendRowPanel(int64_t target, std::vector<Kernel>* list);
void AppendSpreadLanes(int64_t target, std::vector<Kernel>* list);

// Behind the last element of the tensor that is read, in elements from its
// first.
inline int64_t EndOfSource(const PlanData& plan) {
  const Layout layout =
      plan.forward ? InLayout(plan.problem) : OutLayout(plan.problem);
  // Validated with the problem.
  return ExtentOf(layout, SizeOf(plan.problem.dtype))->highest + 1;
}

inline size_t RoundUpToScratchAlign(size_t bytes) {
  return (bytes + kScratchAlign - 1) / kScratchAlign * kScratchAlign;
}

// No vector kernel copies: that is one kernel's work (op/kernel.h).
template <template <typename> class Method, typename T>
bool SupportsType(const PlanData& plan) {
  return !plan.copy && VisitType(plan.problem.dtype, []<typename U>(U) {
    return std::is_same_v<T, U>;
  }) && Method<T>::Supports(plan);
}

// Appends a kernel per element type, named <method>_<type>_<instruction set>.
template <template <typename> class Method>
void AppendPerType(const char* method, std::string target,
                   std::vector<Kernel>* list) {
  std::transform(target.begin(), target.end(), target.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  const auto append = [&]<typename T>(T, const char* type) {
    list->push_back({std::string(method) + "_" + type + "_" + target,
                     SupportsType<Method, T>, Method<T>::Cut, Method<T>::Run});
  };
  append(float{}, "f32");
  append(Float16{}, "f16");
  append(BFloat16{}, "bf16");
  append(double{}, "f64");
}

// Calls function(list) of the namespace of `target`, where this file was
// compiled for it. Highway's own dispatch gives the best target only; tests
// want all.
#define BACKLERP_CALL_FOR_TARGET(function, target, list) \
  do {                                                   \
    BACKLERP_CASE_AVX3_DL(function, target, list)        \
    BACKLERP_CASE_AVX3(function, target, list)           \
    BACKLERP_CASE_AVX2(function, target, list)           \
    BACKLERP_CASE_NEON(function, target, list)           \
    BACKLERP_CASE_SVE(function, target, list)            \
    BACKLERP_CASE_SVE2(function, target, list)           \
    BACKLERP_CASE_SVE_256(function, target, list)        \
    BACKLERP_CASE_SVE2_128(function, target, list)       \
    BACKLERP_CASE_RVV(function, target, list)            \
  } while (false)

// A target of a newer Highway belongs into the list above, or here.
#ifdef HWY_SSE2
#define BACKLERP_SSE2 HWY_SSE2
#else
#define BACKLERP_SSE2 0
#endif
static_assert((HWY_TARGETS &
               ~(HWY_AVX3_DL | HWY_AVX3 | HWY_AVX2 | HWY_SSE4 | HWY_SSSE3 |
                 BACKLERP_SSE2 | HWY_NEON | HWY_SVE | HWY_SVE2 | HWY_SVE_256 |
                 HWY_SVE2_128 | HWY_RVV | HWY_EMU128 | HWY_SCALAR)) == 0);

#define BACKLERP_CASE(bit, space, function, target, list) \
  if ((target) == (bit)) return space::function(list);

#if HWY_TARGETS & HWY_AVX3_DL
#define BACKLERP_CASE_AVX3_DL(f, t, l) \
  BACKLERP_CASE(HWY_AVX3_DL, N_AVX3_DL, f, t, l)
#else
#define BACKLERP_CASE_AVX3_DL(f, t, l)
#endif
#if HWY_TARGETS & HWY_AVX3
#define BACKLERP_CASE_AVX3(f, t, l) BACKLERP_CASE(HWY_AVX3, N_AVX3, f, t, l)
#else
#define BACKLERP_CASE_AVX3(f, t, l)
#endif
#if HWY_TARGETS & HWY_AVX2
#define BACKLERP_CASE_AVX2(f, t, l) BACKLERP_CASE(HWY_AVX2, N_AVX2, f, t, l)
#else
#define BACKLERP_CASE_AVX2(f, t, l)
#endif
#if HWY_TARGETS & HWY_NEON
#define BACKLERP_CASE_NEON(f, t, l) BACKLERP_CASE(HWY_NEON, N_NEON, f, t, l)
#else
#define BACKLERP_CASE_NEON(f, t, l)
#endif
#if HWY_TARGETS & HWY_SVE
#define BACKLERP_CASE_SVE(f, t, l) BACKLERP_CASE(HWY_SVE, N_SVE, f, t, l)
#else
#define BACKLERP_CASE_SVE(f, t, l)
#endif
#if HWY_TARGETS & HWY_SVE2
#define BACKLERP_CASE_SVE2(f, t, l) BACKLERP_CASE(HWY_SVE2, N_SVE2, f, t, l)
#else
#define BACKLERP_CASE_SVE2(f, t, l)
#endif
#if HWY_TARGETS & HWY_SVE_256
#define BACKLERP_CASE_SVE_256(f, t, l) \
  BACKLERP_CASE(HWY_SVE_256, N_SVE_256, f, t, l)
#else
#define BACKLERP_CASE_SVE_256(f, t, l)
#endif
#if HWY_TARGETS & HWY_SVE2_128
#define BACKLERP_CASE_SVE2_128(f, t, l) \
  BACKLERP_CASE(HWY_SVE2_128, N_SVE2_128, f, t, l)
#else
#define BACKLERP_CASE_SVE2_128(f, t, l)
#endif
#if HWY_TARGETS & HWY_RVV
#define BACKLERP_CASE_RVV(f, t, l) BACKLERP_CASE(HWY_RVV, N_RVV, f, t, l)
#else
#define BACKLERP_CASE_RVV(f, t, l)
#endif

}  // namespace backlerp

#endif  // BACKLERP_SRC_CPU_VECTOR_KERNELS_H_
