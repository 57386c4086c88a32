// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The shapes of the vendor's system tests through the C API, each with random
// normal and with all-ones tensors: every element within the error bound of the
// slow evaluation. BACKLERP_TEST_ROW=v2/200 runs one row alone.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "fmt/core.h"
#include "gtest/gtest.h"
#include "tests/operator/system_case_list.h"
#include "tests/support/compare.h"
#include "tests/support/element.h"
#include "tests/support/limits.h"
#include "tests/support/operator_call.h"
#include "tests/support/random.h"
#include "tests/support/slow_reference.h"

namespace backlerp::test {
namespace {

constexpr size_t kRows = 367;
constexpr size_t kTestThreads = 2;

enum class Fill { kNormal, kOnes };

std::vector<SystemCase> AllCases() {
  return ReadSystemCases(BACKLERP_TEST_DATA "/system-test-cases.csv");
}

// What a thread needs for one plane after another.
struct PlaneBuffers {
  std::vector<std::byte> bytes;
  std::vector<double> values;
  Truth truth;
  Scratch scratch;
};

// Memory that serves all rows: without it the system spends more time on fresh
// pages than the test on sums.
struct Memory {
  // The buffer with room for that many bytes.
  static DeviceBuffer& Sized(size_t bytes,
                             std::unique_ptr<DeviceBuffer>* buffer) {
    if (*buffer == nullptr || (*buffer)->size() < bytes) {
      buffer->reset();
      *buffer = std::make_unique<DeviceBuffer>(bytes);
    }
    return **buffer;
  }

  std::unique_ptr<DeviceBuffer> src;
  std::unique_ptr<DeviceBuffer> dst;
  std::array<PlaneBuffers, kTestThreads> planes;
};

// Calls visit(plane, buffers) for all planes on some threads, each with the
// device set and with buffers of its own.
template <typename Visit>
void ForEachPlane(int64_t planes, Memory* memory, const Visit& visit) {
  std::atomic<int64_t> next{0};
  const auto work = [&](size_t thread) {
    aclrtSetDevice(0);
    for (int64_t p = next++; p < planes; p = next++) {
      visit(p, &memory->planes[thread]);
    }
    aclrtResetDevice(0);
  };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < kTestThreads; ++i) threads.emplace_back(work, i);
  work(0);
  for (std::thread& thread : threads) thread.join();
}

// Draws once per type; rows share it.
const NormalPool& PoolOf(DataType dtype) {
  static const NormalPool float32(DataType::kFloat32);
  static const NormalPool float16(DataType::kFloat16);
  static const NormalPool bfloat16(DataType::kBFloat16);
  if (dtype == DataType::kFloat16) return float16;
  return dtype == DataType::kBFloat16 ? bfloat16 : float32;
}

class RowRun {
 public:
  // A row that is too large for the limit runs with fewer planes.
  RowRun(const SystemCase& row, Fill fill, int64_t planes, Memory* memory)
      : row_(row),
        fill_(fill),
        planes_(planes),
        element_(FormatOf(row.dtype).bytes),
        axes_{MakeAxis({row.in_h, row.out_h, row.align_corners}),
              MakeAxis({row.in_w, row.out_w, row.align_corners})},
        bound_(row.direction(), row.dtype, axes_),
        memory_(*memory),
        src_(Memory::Sized(AllBytes(row.src_size()), &memory->src)),
        dst_(Memory::Sized(AllBytes(row.dst_size()), &memory->dst)) {
    PoolOf(row.dtype);  // drawn here, not by two threads at once
  }

  // "" if every element is within the bound, else what is wrong.
  std::string Check(const AclSession& session) {
    if (fill_ == Fill::kOnes) PrepareOnes();
    FillSource();
    Call(session);
    ForEachPlane(planes_, &memory_, [this](int64_t p, PlaneBuffers* buffers) {
      CheckPlane(p, buffers);
    });
    return failure_;
  }

 private:
  size_t PlaneBytes(const std::array<int64_t, 2>& size) const {
    return static_cast<size_t>(size[0] * size[1]) * element_;
  }

  size_t AllBytes(const std::array<int64_t, 2>& size) const {
    return static_cast<size_t>(planes_) * PlaneBytes(size);
  }

  // Into buffers->bytes.
  void MakeSource(int64_t plane, PlaneBuffers* buffers) const {
    const auto [h, w] = row_.src_size();
    buffers->bytes.resize(PlaneBytes(row_.src_size()));
    if (fill_ == Fill::kOnes) {
      for (int64_t i = 0; i < h * w; ++i) {
        StoreBits(row_.dtype, buffers->bytes.data(), i, Encode(row_.dtype, 1));
      }
    } else {
      PoolOf(row_.dtype)
          .FillPlane(static_cast<uint64_t>(plane), h, w, buffers->bytes.data());
    }
  }

  // Into buffers->truth, for the source in buffers->bytes.
  void MakeTruth(PlaneBuffers* buffers) const {
    DecodeBytes(buffers);
    EvaluatePlane(row_.direction(), axes_, buffers->values, &buffers->truth,
                  &buffers->scratch);
  }

  void DecodeBytes(PlaneBuffers* buffers) const {
    buffers->values.resize(buffers->bytes.size() / element_);
    DecodeRow(row_.dtype, buffers->bytes.data(),
              static_cast<int64_t>(buffers->values.size()),
              buffers->values.data());
  }

  // All planes of ones are alike: each thread makes the plane and its truth
  // once.
  void PrepareOnes() {
    for (PlaneBuffers& buffers : memory_.planes) {
      MakeSource(/*plane=*/0, &buffers);
      MakeTruth(&buffers);
    }
  }

  void FillSource() {
    const size_t bytes = PlaneBytes(row_.src_size());
    ForEachPlane(planes_, &memory_, [&](int64_t p, PlaneBuffers* buffers) {
      if (fill_ != Fill::kOnes) MakeSource(p, buffers);
      src_.Write(static_cast<size_t>(p) * bytes, buffers->bytes.data(), bytes);
    });
    // NaN: an element that is not written shows.
    dst_.Fill(0xFF, AllBytes(row_.dst_size()));
  }

  void Call(const AclSession& session) {
    const bool whole = planes_ == row_.n * row_.c;
    const int64_t n = whole ? row_.n : 1;
    const int64_t c = whole ? row_.c : planes_;
    const auto layout = [&](const std::array<int64_t, 2>& size) {
      return AclLayout(PackedNchwLayout({n, c, size[0], size[1]}),
                       /*nhwc=*/false);
    };
    const auto dtype = AclTypeOf(row_.dtype);
    const TensorHandle src(layout(row_.src_size()), dtype, src_.data());
    const TensorHandle dst(layout(row_.dst_size()), dtype, dst_.data());
    const IntArrayHandle output_size({row_.out_h, row_.out_w});
    const IntArrayHandle input_size({n, c, row_.in_h, row_.in_w});
    RunToEnd({row_.op, src.get(), output_size.get(), input_size.get(),
              row_.align_corners, /*scale_h=*/0, /*scale_w=*/0, dst.get()},
             session);
  }

  void CheckPlane(int64_t plane, PlaneBuffers* buffers) {
    if (fill_ != Fill::kOnes) {
      MakeSource(plane, buffers);
      MakeTruth(buffers);
    }
    const size_t bytes = PlaneBytes(row_.dst_size());
    buffers->bytes.resize(bytes);
    dst_.Read(static_cast<size_t>(plane) * bytes, buffers->bytes.data(), bytes);
    DecodeBytes(buffers);
    PlaneReport report;
    report.Compare(bound_, buffers->truth, buffers->values.data());
    if (report.outside() == 0) return;
    const std::lock_guard lock(mutex_);
    failure_ =
        fmt::format("plane {} of {} {}", plane, planes_, report.Describe());
  }

  const SystemCase& row_;
  Fill fill_;
  int64_t planes_;
  size_t element_;
  Axes axes_;
  ErrorBound bound_;
  Memory& memory_;
  DeviceBuffer& src_;
  DeviceBuffer& dst_;
  std::mutex mutex_;
  std::string failure_;
};

// How many of a row's planes fit into the memory limit.
int64_t PlanesWithinLimit(const SystemCase& row) {
  const auto [src_h, src_w] = row.src_size();
  const auto [dst_h, dst_w] = row.dst_size();
  const int64_t bytes = (src_h * src_w + dst_h * dst_w) *
                        static_cast<int64_t>(FormatOf(row.dtype).bytes);
  const int64_t fitting = std::max<int64_t>(MemoryLimit() / bytes, 1);
  return std::min(row.n * row.c, fitting);
}

// A line on stdout for each tenth of the work.
class Progress {
 public:
  Progress(const char* what, double total) : what_(what), total_(total) {}
  void Advance(double work, size_t rows) {
    done_ += work;
    if (done_ < total_ * next_tenth_ / 10) return;
    next_tenth_ = static_cast<int>(done_ / total_ * 10) + 1;
    const std::chrono::duration<double> seconds = Clock::now() - start_;
    fmt::print(
        "system cases, {}: {:3.0f} % of the elements, {} rows, {:.0f} s\n",
        what_, 100 * done_ / total_, rows, seconds.count());
    std::fflush(stdout);
  }

 private:
  using Clock = std::chrono::steady_clock;
  const char* what_;
  double total_;
  double done_ = 0;
  int next_tenth_ = 1;
  Clock::time_point start_ = Clock::now();
};

double Elements(const SystemCase& row) {
  return static_cast<double>(PlanesWithinLimit(row)) *
         static_cast<double>(row.in_h * row.in_w + row.out_h * row.out_w);
}

bool IsSelected(const SystemCase& row) {
  const char* only = std::getenv("BACKLERP_TEST_ROW");
  return only == nullptr || row.name() == only;
}

void RunAll(Fill fill, const char* what) {
  const std::vector<SystemCase> cases = AllCases();
  ASSERT_EQ(cases.size(), kRows);
  double total = 0;
  for (const SystemCase& row : cases) total += Elements(row);
  Progress progress(what, total);
  const AclSession session;
  Memory memory;
  size_t rows = 0;
  size_t reduced = 0;
  for (const SystemCase& row : cases) {
    if (!IsSelected(row)) continue;
    const int64_t planes = PlanesWithinLimit(row);
    if (planes < row.n * row.c) ++reduced;
    EXPECT_EQ(RowRun(row, fill, planes, &memory).Check(session), "")
        << "repeat with: BACKLERP_TEST_SEED=" << Seed()
        << " BACKLERP_TEST_ROW=" << row.name() << " system_cases_test";
    progress.Advance(Elements(row), ++rows);
  }
  EXPECT_GT(rows, 0U);
  if (reduced == 0) return;
  fmt::print(
      "system cases, {}: {} of {} rows with fewer planes than the vendor's, to "
      "stay within {} MiB{}\n",
      what, reduced, rows, MemoryLimit() >> 20,
      kSlowBuild ? "" : "; BACKLERP_TEST_BIG=1 runs them whole");
}

TEST(SystemCases, AllRowsAreThere) { EXPECT_EQ(AllCases().size(), kRows); }

TEST(SystemCases, NormalValues) { RunAll(Fill::kNormal, "normal values"); }

TEST(SystemCases, AllOnes) { RunAll(Fill::kOnes, "all ones"); }

}  // namespace
}  // namespace backlerp::test
