// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// Whatever a client has done before, a call made as it should be succeeds, and
// does what it says.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz/c_api_phases.h"
#include "fuzz/c_api_world.h"
#include "fuzz/require.h"

namespace backlerp::fuzz {
namespace {

// Of what MatchingArguments cannot know.
struct LegalCall {
  int op;
  int64_t n, c, small_h, small_w, large_h, large_w;
  bool nhwc, align_corners;
  double scale;

  bool backward() const { return op != 2; }
  std::vector<int64_t> Dims(bool large) const {
    const int64_t h = large ? large_h : small_h;
    const int64_t w = large ? large_w : small_w;
    return nhwc ? std::vector{n, h, w, c} : std::vector{n, c, h, w};
  }
};

LegalCall Draw(Input* in) {
  LegalCall call{};
  call.op = static_cast<int>(in->Index(kOperators));
  call.n = in->Between(1, 2), call.c = in->Between(1, 3);
  call.small_h = in->Between(1, 12), call.small_w = in->Between(1, 12);
  call.large_h = in->Between(1, 12), call.large_w = in->Between(1, 12);
  call.nhwc = in->OneIn(2), call.align_corners = in->OneIn(2);
  call.scale = std::abs(in->Take<double>());
  // In strict mode it would have to reproduce the sizes.
  const char* strict = std::getenv("BACKLERP_STRICT");
  if (strict != nullptr && std::string_view(strict) == "1") call.scale = 0;
  return call;
}

aclTensor* TensorOf(const std::vector<int64_t>& dims, bool nhwc, void* data) {
  return aclCreateTensor(dims.data(), dims.size(), ACL_FLOAT, nullptr, 0,
                         nhwc ? ACL_FORMAT_NHWC : ACL_FORMAT_NCHW, dims.data(),
                         dims.size(), data);
}

// Ones in: the weights of an output sum to 1, so that the gradient has as many
// as there are outputs, and the image is all ones.
void CheckSum(const LegalCall& call, const float* dst) {
  const uint64_t count = ProductOf(call.Dims(!call.backward()));
  double sum = 0;
  for (uint64_t i = 0; i < count; ++i) sum += static_cast<double>(dst[i]);
  const auto expected = static_cast<double>(ProductOf(call.Dims(true)));
  Require(std::abs(sum - expected) <= 1e-3 * expected,
          "a legal call gives a sum of " + std::to_string(sum) +
              " instead of " + std::to_string(expected));
}

// Runs on a stream of its own: others may have been told to stop, or not to be
// waited for.
void RunPhases(const LegalCall& call, const Arguments& arguments) {
  const auto& blocks = LastingBlocks();
  aclrtStream stream = nullptr;
  Require(aclrtCreateStream(&stream) == 0, "no stream for a legal call");
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus first = FirstPhase(call.op, arguments, &bytes, &executor);
  if (first != 0) {
    const char* why = aclGetRecentErrMsg();
    Report("phase 1 of a legal call answers " + std::to_string(first) + ": " +
           (why == nullptr ? "" : why));
  }
  Require(bytes <= blocks[2].bytes, "a small call wants a large workspace");
  void* const workspace = bytes == 0 ? nullptr : blocks[2].data;
  const aclnnStatus second =
      SecondPhase(call.op, workspace, bytes, executor, stream);
  Require(second == 0,
          "phase 2 of a legal call answers " + std::to_string(second));
  Require(aclrtSynchronizeStream(stream) == 0, "a legal call fails");
  Require(aclrtDestroyStream(stream) == 0, "a live stream stays");
  CheckSum(call, reinterpret_cast<const float*>(blocks[1].data));
}

}  // namespace

void RunLegalCall(World* world) {
  const LegalCall call = Draw(&world->in());
  aclrtContext context = nullptr;
  if (aclrtGetCurrentContext(&context) != ACL_SUCCESS) return;
  const auto& blocks = LastingBlocks();
  auto* const ones = reinterpret_cast<float*>(blocks[0].data);
  std::fill_n(ones, blocks[0].bytes / sizeof(float), 1.0F);
  std::memset(blocks[1].data, 0xFF, blocks[1].bytes);  // NaN

  const int64_t output_size[2] = {call.large_h, call.large_w};
  const std::vector<int64_t> input_size = call.Dims(/*large=*/false);
  Arguments arguments{};
  arguments.src =
      TensorOf(call.Dims(call.backward()), call.nhwc, blocks[0].data);
  arguments.dst =
      TensorOf(call.Dims(!call.backward()), call.nhwc, blocks[1].data);
  arguments.output_size = aclCreateIntArray(output_size, 2);
  arguments.input_size = aclCreateIntArray(input_size.data(), 4);
  arguments.align_corners = call.align_corners;
  arguments.scale_h = arguments.scale_w = call.scale;
  RunPhases(call, arguments);
  Require(aclDestroyTensor(arguments.src) == 0, "a live tensor stays");
  Require(aclDestroyTensor(arguments.dst) == 0, "a live tensor stays");
  Require(aclDestroyIntArray(arguments.output_size) == 0, "an array stays");
  Require(aclDestroyIntArray(arguments.input_size) == 0, "an array stays");
}

}  // namespace backlerp::fuzz
