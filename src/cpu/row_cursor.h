// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CPU_ROW_CURSOR_H_
#define BACKLERP_SRC_CPU_ROW_CURSOR_H_

#include <cstdint>

#include "op/plan_data.h"

namespace backlerp {

// Walks rows of dst, image after image, without a division per row. An image
// is one plane, or all `channels` planes of a batch member where channels stand
// next to each other.
template <typename T>
class RowCursor {
 public:
  // At row `row`, counted across images of dst_h rows.
  RowCursor(const PlanData& plan, const T* src, T* dst, int64_t channels,
            int64_t row)
      : plan_(plan),
        src_(src),
        dst_(dst),
        channels_(channels),
        image_(row / plan.dst_h),
        i_(row % plan.dst_h) {
    FindImage();
  }

  void Next() {
    if (++i_ < plan_.dst_h) return;
    i_ = 0;
    ++image_;
    FindImage();
  }

  // The row's place in its image.
  int64_t i() const { return i_; }
  // The image's first source row.
  const T* src() const { return image_src_; }
  // The row of dst.
  T* dst() const { return image_dst_ + i_ * plan_.dst_strides.h; }

 private:
  void FindImage() {
    const int64_t plane = image_ * channels_;
    if (plane >= plan_.planes()) return;  // behind the last
    image_src_ = src_ + plan_.PlaneOffset(plan_.src_strides, plane);
    image_dst_ = dst_ + plan_.PlaneOffset(plan_.dst_strides, plane);
  }

  const PlanData& plan_;
  const T* const src_;
  T* const dst_;
  const int64_t channels_;
  int64_t image_;
  int64_t i_;
  const T* image_src_ = nullptr;
  T* image_dst_ = nullptr;
};

}  // namespace backlerp

#endif  // BACKLERP_SRC_CPU_ROW_CURSOR_H_
