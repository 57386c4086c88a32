// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// oneDNN's resampling primitive. A primitive is made once, outside of what is
// measured, as oneDNN's manual says.

#include <optional>
#include <unordered_map>
#include <vector>

#include "benchmarks/worker/contents.h"
#include "benchmarks/worker/serve.h"
#include "fmt/core.h"
#include "oneapi/dnnl/dnnl.hpp"

namespace backlerp::bench {
namespace {

dnnl::memory::desc DescriptorOf(const Tensor& tensor) {
  using Type = dnnl::memory::data_type;
  using Tag = dnnl::memory::format_tag;
  const Type type = tensor.dtype == DataType::kFloat16    ? Type::f16
                    : tensor.dtype == DataType::kBFloat16 ? Type::bf16
                                                          : Type::f32;
  // The sizes are always given in this order; the tag has the layout.
  return {{tensor.n, tensor.c, tensor.h, tensor.w},
          type,
          tensor.nhwc ? Tag::nhwc : Tag::nchw};
}

class OneDnnPeer : public Peer {
 public:
  std::string Describe() override {
    const dnnl_version_t& version = *dnnl_version();
    return fmt::format("oneDNN {}.{}.{}", version.major, version.minor,
                       version.patch);
  }

  std::string Prepare(const Case& to_measure) override {
    if (to_measure.align_corners) {
      throw NotSupported("no alignCorners");
    }
    sets_.clear();
    case_ = to_measure;
    std::string how;
    try {
      how = to_measure.forward ? MakeForward() : MakeBackward();
    } catch (const dnnl::error& error) {
      if (error.status != dnnl_unimplemented) throw;
      throw NotSupported("no kernel");
    }
    for (int i = 0; i < case_.sets; ++i) sets_.push_back(MakeSet());
    return how;
  }

  void Run() override {
    latest_ = turn_++ % sets_.size();
    primitive_.execute(stream_, sets_[latest_].arguments);
    stream_.wait();
  }

  std::vector<float> Result() override {
    return Sample(case_.dst(), sets_[latest_].dst.get());
  }

 private:
  struct Set {
    Memory src;
    Memory dst;
    std::unordered_map<int, dnnl::memory> arguments;
  };

  dnnl::resampling_forward::primitive_desc Forward() const {
    return {
        {dnnl::prop_kind::forward_training, dnnl::algorithm::resampling_linear,
         DescriptorOf(case_.in), DescriptorOf(case_.out)},
        engine_};
  }

  std::string MakeForward() {
    const auto descriptor = Forward();
    primitive_ = dnnl::resampling_forward(descriptor);
    return descriptor.impl_info_str();
  }

  std::string MakeBackward() {
    const dnnl::resampling_backward::primitive_desc descriptor(
        {dnnl::algorithm::resampling_linear, DescriptorOf(case_.in),
         DescriptorOf(case_.out)},
        engine_, Forward());
    primitive_ = dnnl::resampling_backward(descriptor);
    return descriptor.impl_info_str();
  }

  Set MakeSet() const {
    Set set{Allocate(case_.src().bytes()), Allocate(case_.dst().bytes()), {}};
    Fill(case_.src(), set.src.get());
    const int src = case_.forward ? DNNL_ARG_SRC : DNNL_ARG_DIFF_DST;
    const int dst = case_.forward ? DNNL_ARG_DST : DNNL_ARG_DIFF_SRC;
    set.arguments.emplace(
        src, dnnl::memory(DescriptorOf(case_.src()), engine_, set.src.get()));
    set.arguments.emplace(
        dst, dnnl::memory(DescriptorOf(case_.dst()), engine_, set.dst.get()));
    return set;
  }

  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
  Case case_;
  dnnl::primitive primitive_;
  std::vector<Set> sets_;
  size_t turn_ = 0;
  size_t latest_ = 0;
};

}  // namespace
}  // namespace backlerp::bench

int main() {
  backlerp::bench::OneDnnPeer peer;
  backlerp::bench::Serve(&peer);
}
