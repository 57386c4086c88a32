// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The truth: the numeric contract's order of operations as a plain scalar loop
// (docs/numerics.md). Every other kernel must give these bits. It is simple
// before it is fast; its cost is still linear in the sizes, since a source
// element stands in at most two bands per axis.

#include <cmath>
#include <cstring>

#include "op/element.h"
#include "op/kernel.h"

namespace backlerp {
namespace {

// The next value of a sum. U multiplies first and then adds; its transpose adds
// everything to a zero.
template <typename A>
A Accumulate(bool forward, int64_t k, A weight, A value, A sum) {
  if (forward && k == 0) return weight * value;
  return std::fma(weight, value, sum);
}

template <typename T>
class Reference {
  using A = AccumulatorOf<T>;

 public:
  Reference(const PlanData& plan, const void* src, void* dst)
      : plan_(plan),
        h_(plan.h<A>()),
        w_(plan.w<A>()),
        src_(static_cast<const T*>(src)),
        dst_(static_cast<T*>(dst)) {}

  // `row` counts the rows of dst over all planes.
  void Row(int64_t row) const {
    const int64_t plane = row / plan_.dst_h;
    const int64_t i = row % plan_.dst_h;
    const T* src = src_ + plan_.PlaneOffset(plan_.src_strides, plane);
    T* dst = dst_ + plan_.PlaneOffset(plan_.dst_strides, plane) +
             i * plan_.dst_strides.h;
    for (int64_t j = 0; j < plan_.dst_w; ++j) {
      dst[j * plan_.dst_strides.w] =
          plan_.copy ? src[i * plan_.src_strides.h + j * plan_.src_strides.w]
                     : Narrow<T>(Horizontal(src, h_.bands[i], w_.bands[j]));
    }
  }

 private:
  A Horizontal(const T* src, const Band& rows, const Band& columns) const {
    const A* weights = w_.WeightsOf(columns);
    A sum = 0;
    for (int64_t k = 0; k < columns.count; ++k) {
      const A value =
          Vertical(src + (columns.begin + k) * plan_.src_strides.w, rows);
      sum = Accumulate(plan_.forward, k, weights[k], value, sum);
    }
    return sum;
  }

  A Vertical(const T* column, const Band& rows) const {
    const A* weights = h_.WeightsOf(rows);
    A sum = 0;
    for (int64_t k = 0; k < rows.count; ++k) {
      const A value = Widen(column[(rows.begin + k) * plan_.src_strides.h]);
      sum = Accumulate(plan_.forward, k, weights[k], value, sum);
    }
    return sum;
  }

  const PlanData& plan_;
  const BandTable<A>& h_;
  const BandTable<A>& w_;
  const T* src_;
  T* dst_;
};

bool SupportsAll(const PlanData&) { return true; }

Partition OneTaskPerRow(const PlanData& plan) {
  Partition partition;
  partition.tasks = plan.planes() * plan.dst_h;
  return partition;
}

void RunReference(const PlanData& plan, const void* src, void* dst,
                  std::byte* /*scratch*/, int64_t begin, int64_t end) noexcept {
  VisitType(plan.problem.dtype, [&]<typename T>(T) {
    const Reference<T> reference(plan, src, dst);
    for (int64_t row = begin; row < end; ++row) reference.Row(row);
  });
}

bool SupportsCopy(const PlanData& plan) { return plan.copy; }

template <typename T>
void CopyRow(const T* src, int64_t src_stride, T* dst, int64_t dst_stride,
             int64_t count) {
  if (src_stride == 1 && dst_stride == 1) {
    std::memcpy(dst, src, count * sizeof(T));
    return;
  }
  for (int64_t j = 0; j < count; ++j) dst[j * dst_stride] = src[j * src_stride];
}

void RunCopy(const PlanData& plan, const void* src, void* dst,
             std::byte* /*scratch*/, int64_t begin, int64_t end) noexcept {
  VisitType(plan.problem.dtype, [&]<typename T>(T) {
    const Strides& from = plan.src_strides;
    const Strides& to = plan.dst_strides;
    for (int64_t row = begin; row < end; ++row) {
      const int64_t plane = row / plan.dst_h;
      const int64_t i = row % plan.dst_h;
      CopyRow(static_cast<const T*>(src) + plan.PlaneOffset(from, plane) +
                  i * from.h,
              from.w,
              static_cast<T*>(dst) + plan.PlaneOffset(to, plane) + i * to.h,
              to.w, plan.dst_w);
    }
  });
}

}  // namespace

Kernel ReferenceKernel() {
  return {"reference", SupportsAll, OneTaskPerRow, RunReference};
}

Kernel CopyKernel() { return {"copy", SupportsCopy, OneTaskPerRow, RunCopy}; }

}  // namespace backlerp
