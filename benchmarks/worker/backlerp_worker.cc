// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Backlerp through CANN's C API. A call is everything that a client does for
// one gradient: phase 1, phase 2 and waiting for the stream; or, where the case
// allows reuse, phase 2 of a repeatable executor and the wait.

#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"
#include "backlerp/plan.h"
#include "backlerp/version.h"
#include "benchmarks/worker/contents.h"
#include "benchmarks/worker/serve.h"
#include "common/acl_handles.h"
#include "fmt/core.h"
#include "tests/support/shapes.h"

namespace backlerp::bench {
namespace {

using examples::Check;
using examples::DeviceMemory;

aclDataType AclTypeOf(DataType dtype) {
  if (dtype == DataType::kFloat16) return ACL_FLOAT16;
  if (dtype == DataType::kBFloat16) return ACL_BF16;
  return ACL_FLOAT;
}

examples::TensorHandle MakeTensor(const Tensor& tensor, void* data) {
  const std::array<int64_t, 4> dims = tensor.dims();
  examples::TensorHandle handle(
      aclCreateTensor(dims.data(), dims.size(), AclTypeOf(tensor.dtype),
                      /*stride=*/nullptr, /*offset=*/0,
                      tensor.nhwc ? ACL_FORMAT_NHWC : ACL_FORMAT_NCHW,
                      dims.data(), dims.size(), data));
  if (handle == nullptr) throw std::bad_alloc();
  return handle;
}

// A pair of tensors in device memory, and the calls that read one and write
// the other.
class Job {
 public:
  // Device memory is memory of this process: nothing has to be copied there.
  explicit Job(const Case& to_measure)
      : case_(to_measure),
        src_memory_(case_.src().bytes()),
        dst_memory_(case_.dst().bytes()),
        src_(MakeTensor(case_.src(), src_memory_.data())),
        dst_(MakeTensor(case_.dst(), dst_memory_.data())),
        in_size_(examples::MakeIntArray(case_.in.dims())),
        out_size_(examples::MakeIntArray(
            std::vector<int64_t>{case_.out.h, case_.out.w})) {
    Fill(case_.src(), src_memory_.data());
    std::memset(dst_memory_.data(), 0, dst_memory_.bytes());  // touches it
    uint64_t bytes = 0;
    executor_.reset(PhaseOne(&bytes));
    Check(aclSetAclOpExecutorRepeatable(executor_.get()),
          "aclSetAclOpExecutorRepeatable");
    workspace_.emplace(bytes);
  }

  void Run(const examples::Stream& stream) {
    if (case_.reuse) {
      PhaseTwo(workspace_->bytes(), executor_.get(), stream);
    } else {
      uint64_t bytes = 0;
      aclOpExecutor* executor = PhaseOne(&bytes);
      PhaseTwo(bytes, executor, stream);
    }
    stream.Synchronize();
  }

  std::vector<float> Result() const {
    return Sample(case_.dst(), dst_memory_.data());
  }

 private:
  aclOpExecutor* PhaseOne(uint64_t* bytes) {
    aclOpExecutor* executor = nullptr;
    if (case_.forward) {
      Check(aclnnUpsampleBilinear2dGetWorkspaceSize(
                src_.get(), out_size_.get(), case_.align_corners, /*scalesH=*/0,
                /*scalesW=*/0, dst_.get(), bytes, &executor),
            "aclnnUpsampleBilinear2dGetWorkspaceSize");
    } else {
      Check(
          aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize(
              src_.get(), out_size_.get(), in_size_.get(), case_.align_corners,
              /*scalesH=*/0, /*scalesW=*/0, dst_.get(), bytes, &executor),
          "aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize");
    }
    return executor;
  }

  void PhaseTwo(uint64_t bytes, aclOpExecutor* executor,
                const examples::Stream& stream) {
    if (case_.forward) {
      Check(aclnnUpsampleBilinear2d(workspace_->data(), bytes, executor,
                                    stream.get()),
            "aclnnUpsampleBilinear2d");
    } else {
      Check(aclnnUpsampleBilinear2dBackwardV2(workspace_->data(), bytes,
                                              executor, stream.get()),
            "aclnnUpsampleBilinear2dBackwardV2");
    }
  }

  Case case_;
  DeviceMemory src_memory_;
  DeviceMemory dst_memory_;
  examples::TensorHandle src_;
  examples::TensorHandle dst_;
  examples::IntArrayHandle in_size_;
  examples::IntArrayHandle out_size_;
  examples::ExecutorHandle executor_;
  std::optional<DeviceMemory> workspace_;
};

// The C API does not tell the kernel's name; the same plan in the C++ API does.
std::string KernelOf(const Case& to_measure) {
  const auto strides = [](const Tensor& tensor) {
    return tensor.nhwc ? PackedNhwc(tensor.c, tensor.h, tensor.w)
                       : PackedNchw(tensor.c, tensor.h, tensor.w);
  };
  Problem problem;
  problem.direction =
      to_measure.forward ? Direction::kForward : Direction::kBackward;
  problem.dtype = to_measure.in.dtype;
  problem.n = to_measure.in.n;
  problem.c = to_measure.in.c;
  problem.in_h = to_measure.in.h;
  problem.in_w = to_measure.in.w;
  problem.out_h = to_measure.out.h;
  problem.out_w = to_measure.out.w;
  problem.align_corners = to_measure.align_corners;
  problem.in_strides = strides(to_measure.in);
  problem.out_strides = strides(to_measure.out);
  Plan plan;
  const Status status = Plan::Create(problem, {}, &plan);
  if (!status.ok()) throw std::runtime_error(status.message());
  return fmt::format("{} threads={}", plan.kernel(), plan.threads());
}

class BacklerpPeer : public Peer {
 public:
  std::string Describe() override {
    return fmt::format("Backlerp {}.{}.{}, worker compiled by {} {}",
                       BACKLERP_VERSION_MAJOR, BACKLERP_VERSION_MINOR,
                       BACKLERP_VERSION_PATCH,
#ifdef __clang__
                       "Clang",
#else
                       "GCC",
#endif
                       __VERSION__);
  }

  // The number of threads is the environment's (BACKLERP_NUM_THREADS).
  std::string Prepare(const Case& to_measure) override {
    jobs_.clear();
    for (int i = 0; i < to_measure.sets; ++i) {
      jobs_.push_back(std::make_unique<Job>(to_measure));
    }
    return KernelOf(to_measure);
  }

  void Run() override {
    latest_ = turn_++ % jobs_.size();
    jobs_[latest_]->Run(stream_);
  }

  std::vector<float> Result() override { return jobs_[latest_]->Result(); }

 private:
  examples::Device device_;
  examples::Stream stream_;
  std::vector<std::unique_ptr<Job>> jobs_;
  size_t turn_ = 0;
  size_t latest_ = 0;
};

const char* NameOf(test::ShapeKind kind) {
  return kind == test::ShapeKind::kModel    ? "model"
         : kind == test::ShapeKind::kSeries ? "series"
                                            : "edge";
}

// The shapes as JSON, for bench.py.
void PrintShapes() {
  const char* separator = "[";
  for (const test::Shape& shape : test::MeasuredShapes()) {
    fmt::print(
        R"({}{{"name": "{}", "kind": "{}", "n": {}, "c": {}, "in_h": {},)"
        R"( "in_w": {}, "out_h": {}, "out_w": {}, "align_corners": {}}})",
        separator, shape.name, NameOf(shape.kind), shape.n, shape.c, shape.in_h,
        shape.in_w, shape.out_h, shape.out_w, shape.align_corners);
    separator = ",\n ";
  }
  fmt::print("]\n");
}

}  // namespace
}  // namespace backlerp::bench

int main(int argc, char** argv) {
  try {
    if (argc == 2 && std::strcmp(argv[1], "--list") == 0) {
      backlerp::bench::PrintShapes();
      return 0;
    }
    backlerp::bench::BacklerpPeer peer;
    backlerp::bench::Serve(&peer);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "bench_backlerp: " << error.what() << '\n';
    return 1;
  }
}
