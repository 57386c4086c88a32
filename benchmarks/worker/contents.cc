// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "benchmarks/worker/contents.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>

#include "base/half.h"

namespace backlerp::bench {
namespace {

constexpr int64_t kPeriod = 8191;
constexpr int64_t kSamples = 4096;

// Calls `function` with a value of the element type that converts floats.
template <typename Function>
auto WithType(DataType dtype, Function function) {
  if (dtype == DataType::kFloat16) return function(Float16{});
  if (dtype == DataType::kBFloat16) return function(BFloat16{});
  return function(float{});
}

float ToFloat(float value) { return value; }

template <typename T>
T FromFloat(float value) {
  if constexpr (std::is_same_v<T, Float16>) {
    return ToFloat16(value);
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    return ToBFloat16(value);
  } else {
    return value;
  }
}

template <typename T>
std::vector<T> OnePeriod() {
  std::vector<T> values;
  for (int64_t i = 0; i < kPeriod; ++i) {
    values.push_back(
        FromFloat<T>(static_cast<float>(i * 37 % 251 - 125) / 64.0f));
  }
  return values;
}

template <typename T>
void FillPlaneByPlane(const Tensor& tensor, T* data) {
  const std::vector<T> period = OnePeriod<T>();
  for (int64_t i = 0; i < tensor.elements(); i += kPeriod) {
    std::copy_n(period.data(), std::min(kPeriod, tensor.elements() - i),
                data + i);
  }
}

template <typename T>
void FillPixelByPixel(const Tensor& tensor, T* data) {
  const std::vector<T> period = OnePeriod<T>();
  const int64_t plane = tensor.h * tensor.w;
  for (int64_t n = 0; n < tensor.n; ++n) {
    for (int64_t pixel = 0; pixel < plane; ++pixel) {
      int64_t place = (n * tensor.c * plane + pixel) % kPeriod;
      for (int64_t c = 0; c < tensor.c; ++c) {
        *data++ = period[place];
        place = (place + plane) % kPeriod;
      }
    }
  }
}

}  // namespace

Memory Allocate(size_t bytes) {
  constexpr size_t kPage = 4096;
  const size_t rounded = (bytes + kPage - 1) / kPage * kPage;
  Memory memory(std::aligned_alloc(kPage, rounded));
  if (memory == nullptr) throw std::bad_alloc();
  std::memset(memory.get(), 0, rounded);
  return memory;
}

void Fill(const Tensor& tensor, void* data) {
  WithType(tensor.dtype, [&]<typename T>(T) {
    if (tensor.nhwc) {
      FillPixelByPixel(tensor, static_cast<T*>(data));
    } else {
      FillPlaneByPlane(tensor, static_cast<T*>(data));
    }
  });
}

std::vector<float> Sample(const Tensor& tensor, const void* data) {
  const int64_t count = std::min(tensor.elements(), kSamples);
  std::vector<float> values;
  WithType(tensor.dtype, [&]<typename T>(T) {
    for (int64_t i = 0; i < count; ++i) {
      const int64_t step = tensor.elements() / count;
      const int64_t index = i * step + i * 7919 % step;
      values.push_back(
          ToFloat(static_cast<const T*>(data)[tensor.Position(index)]));
    }
  });
  return values;
}

}  // namespace backlerp::bench
