// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "benchmarks/worker/case.h"

#include <charconv>
#include <map>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace backlerp::bench {
namespace {

class Fields {
 public:
  explicit Fields(const std::string& line) {
    std::istringstream words(line);
    std::string word;
    while (words >> word) {
      const size_t equals = word.find('=');
      if (equals == std::string::npos) {
        throw std::invalid_argument("not a field: " + word);
      }
      values_[word.substr(0, equals)] = word.substr(equals + 1);
    }
  }

  const std::string& Text(const std::string& name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) {
      throw std::invalid_argument("field missing: " + name);
    }
    return found->second;
  }

  int64_t Number(const std::string& name) const {
    const std::string& text = Text(name);
    int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || rest != end) {
      throw std::invalid_argument(name + " is not a number: " + text);
    }
    return value;
  }

 private:
  std::map<std::string, std::string> values_;
};

DataType TypeNamed(const std::string& name) {
  if (name == "fp32") return DataType::kFloat32;
  if (name == "fp16") return DataType::kFloat16;
  if (name == "bf16") return DataType::kBFloat16;
  throw std::invalid_argument("unknown dtype: " + name);
}

}  // namespace

std::array<int64_t, 4> Tensor::dims() const {
  return nhwc ? std::array{n, h, w, c} : std::array{n, c, h, w};
}

// Not with the library's SizeOf: the other peers' programs do without Backlerp.
size_t Tensor::bytes() const {
  const size_t element_bytes = dtype == DataType::kFloat32 ? 4 : 2;
  return static_cast<size_t>(elements()) * element_bytes;
}

int64_t Tensor::Position(int64_t index) const {
  if (!nhwc) return index;
  const int64_t pixel = index % (h * w);
  const int64_t plane = index / (h * w);
  return ((plane / c) * h * w + pixel) * c + plane % c;
}

Case ParseCase(const std::string& line) {
  const Fields fields(line);
  Case result;
  Tensor both;
  both.dtype = TypeNamed(fields.Text("dtype"));
  both.nhwc = fields.Text("layout") == "nhwc";
  both.n = fields.Number("n");
  both.c = fields.Number("c");
  result.in = result.out = both;
  result.in.h = fields.Number("in_h");
  result.in.w = fields.Number("in_w");
  result.out.h = fields.Number("out_h");
  result.out.w = fields.Number("out_w");
  result.align_corners = fields.Number("align_corners") != 0;
  result.forward = fields.Text("direction") == "forward";
  result.threads = static_cast<int>(fields.Number("threads"));
  result.sets = static_cast<int>(fields.Number("sets"));
  result.reuse = fields.Number("reuse") != 0;
  return result;
}

}  // namespace backlerp::bench
