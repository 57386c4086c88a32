// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cli/element_type.h"

namespace backlerp::cli {
namespace {

// Elements that are converted at a time.
constexpr int64_t kPieceElements = 4096;

double Distance(const Pair& pair) {
  const double distance = std::abs(pair.a - pair.b);
  return std::isfinite(pair.a) && std::isfinite(pair.b)
             ? distance
             : std::numeric_limits<double>::infinity();
}

template <typename T>
void Raise(T value, int64_t index, Largest<T>* largest) {
  if (largest->index >= 0 && value <= largest->value) return;
  *largest = {value, index};
}

class Comparer {
 public:
  Comparer(DataType dtype, const CompareOptions& options)
      : dtype_(dtype), options_(options) {}

  void Add(int64_t first, std::span<const double> a,
           std::span<const double> b) {
    result_.elements += static_cast<int64_t>(a.size());
    for (size_t i = 0; i < a.size(); ++i) {
      AddPair({first + static_cast<int64_t>(i), a[i], b[i]});
    }
  }

  Comparison Finish() { return std::move(result_); }

 private:
  void AddPair(const Pair& pair) {
    if (std::isfinite(pair.a) && std::isfinite(pair.b)) {
      if (pair.a != pair.b) AddNumbers(pair);
    } else {
      AddSpecial(pair);
    }
  }

  void AddNumbers(const Pair& pair) {
    const double error = std::abs(pair.a - pair.b);
    const double size = std::abs(pair.b);
    Raise(error, pair.index, &result_.max_abs);
    if (size > 0) Raise(error / size, pair.index, &result_.max_rel);
    Raise(UlpDistance(dtype_, pair.a, pair.b), pair.index, &result_.max_ulp);
    const Tolerance& allowed = options_.tolerance;
    if (!(error <= allowed.atol + allowed.rtol * size)) ++result_.beyond;
    AddUnequal(pair);
  }

  void AddSpecial(const Pair& pair) {
    const bool nan_a = std::isnan(pair.a);
    const bool nan_b = std::isnan(pair.b);
    const bool inf_a = std::isinf(pair.a);
    const bool inf_b = std::isinf(pair.b);
    result_.nans_a += nan_a ? 1 : 0;
    result_.nans_b += nan_b ? 1 : 0;
    result_.infs_a += inf_a ? 1 : 0;
    result_.infs_b += inf_b ? 1 : 0;
    if ((nan_a && nan_b) || pair.a == pair.b) return;
    if (nan_a || nan_b) {
      ++result_.nans_apart;
    } else {
      ++result_.infs_apart;
    }
    ++result_.beyond;
    AddUnequal(pair);
  }

  // Keeps the list sorted; most pairs are no better than its last.
  void AddUnequal(const Pair& pair) {
    ++result_.unequal;
    std::vector<Pair>& worst = result_.worst;
    if (options_.worst == 0) return;
    const double distance = Distance(pair);
    if (worst.size() == options_.worst) {
      if (distance <= Distance(worst.back())) return;
      worst.pop_back();
    }
    const auto place = std::find_if(
        worst.begin(), worst.end(),
        [&](const Pair& other) { return Distance(other) < distance; });
    worst.insert(place, pair);
  }

  DataType dtype_;
  CompareOptions options_;
  Comparison result_;
};

// Walks along the first axes of two tensors in C order; the last one is a row.
class RowWalk {
 public:
  RowWalk(const TensorView& a, const TensorView& b)
      : a_(a), b_(b), place_(a.shape.size(), 0) {}

  int64_t offset_a() const { return offset_a_; }
  int64_t offset_b() const { return offset_b_; }

  void Next() {
    for (size_t axis = place_.size() - 1; axis-- > 0;) {
      offset_a_ += a_.strides[axis];
      offset_b_ += b_.strides[axis];
      if (++place_[axis] < a_.shape[axis]) return;
      offset_a_ -= a_.strides[axis] * a_.shape[axis];
      offset_b_ -= b_.strides[axis] * a_.shape[axis];
      place_[axis] = 0;
    }
  }

 private:
  const TensorView& a_;
  const TensorView& b_;
  std::vector<int64_t> place_;
  int64_t offset_a_ = 0;
  int64_t offset_b_ = 0;
};

void Load(const TensorView& view, int64_t offset, std::span<double> values) {
  LoadRow(view.dtype,
          view.data + offset * static_cast<int64_t>(SizeOf(view.dtype)),
          view.strides.back(), values);
}

// A scalar is a row of one; rows of packed tensors lie end to end and make one
// long row.
TensorView AsRows(TensorView view, bool flatten) {
  if (view.shape.empty()) {
    view.shape = {1};
    view.strides = {1};
  } else if (flatten) {
    int64_t count = 1;
    for (const int64_t size : view.shape) count *= size;
    view.shape = {count};
    view.strides = {1};
  }
  return view;
}

}  // namespace

Comparison Compare(const TensorView& a, const TensorView& b,
                   const CompareOptions& options,
                   const std::function<void(int64_t)>& done) {
  const bool packed = a.strides == PackedStrides(a.shape) &&
                      b.strides == PackedStrides(b.shape);
  const TensorView rows_a = AsRows(a, packed);
  const TensorView rows_b = AsRows(b, packed);
  Comparer comparer(a.dtype, options);
  const bool is_empty = std::find(rows_a.shape.begin(), rows_a.shape.end(),
                                  0) != rows_a.shape.end();
  if (is_empty) return comparer.Finish();

  int64_t rows = 1;
  for (const int64_t size : rows_a.shape) rows *= size;
  const int64_t width = rows_a.shape.back();
  rows /= width;
  std::vector<double> buffer_a(std::min(width, kPieceElements));
  std::vector<double> buffer_b(buffer_a.size());
  RowWalk walk(rows_a, rows_b);
  int64_t index = 0;
  for (int64_t row = 0; row < rows; ++row, walk.Next()) {
    for (int64_t w = 0; w < width; w += kPieceElements) {
      const auto count =
          static_cast<size_t>(std::min(kPieceElements, width - w));
      const std::span piece_a(buffer_a.data(), count);
      const std::span piece_b(buffer_b.data(), count);
      Load(rows_a, walk.offset_a() + w * rows_a.strides.back(), piece_a);
      Load(rows_b, walk.offset_b() + w * rows_b.strides.back(), piece_b);
      comparer.Add(index, piece_a, piece_b);
      index += static_cast<int64_t>(count);
      done(index);
    }
  }
  return comparer.Finish();
}

std::vector<int64_t> PlaceOf(int64_t index, std::span<const int64_t> shape) {
  std::vector<int64_t> place(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    place[axis] = index % shape[axis];
    index /= shape[axis];
  }
  return place;
}

}  // namespace backlerp::cli
