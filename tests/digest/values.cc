// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/digest/values.h"

#include "tests/support/element.h"

namespace backlerp::test {
namespace {

// splitmix64.
class Bits {
 public:
  explicit Bits(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    uint64_t x = (state_ += 0x9E3779B97F4A7C15u);
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
  }
  // 0 .. count-1.
  uint64_t Below(uint64_t count) { return Next() % count; }

 private:
  uint64_t state_;
};

// Elements of one type from the fields of their bits.
class ElementDraw {
 public:
  ElementDraw(DataType dtype, uint64_t seed)
      : bits_(seed),
        unit_(uint64_t{1} << (FormatOf(dtype).digits - 1)),
        sign_(uint64_t{1} << (FormatOf(dtype).bytes * 8 - 1)),
        top_(sign_ / unit_ - 1) {}

  uint64_t Draw(Values values) {
    switch (values) {
      case Values::kPlain:
        return Plain();
      case Values::kRare:
        return bits_.Below(50) == 0 ? Special() : Plain();
      case Values::kSpecial:
        return bits_.Below(3) == 0 ? Special() : Plain();
      case Values::kDenormals:
        return WithExponent(bits_.Below(3));
      case Values::kHuge:
        break;
    }
    return WithExponent(top_ - 1 - bits_.Below(3));
  }

 private:
  uint64_t Sign() { return bits_.Below(2) * sign_; }
  uint64_t WithExponent(uint64_t field) {
    return Sign() + field * unit_ + bits_.Below(unit_);
  }
  uint64_t Plain() { return WithExponent(top_ / 2 - 8 + bits_.Below(13)); }

  uint64_t Special() {
    switch (bits_.Below(6)) {
      case 0:
        return Sign() + top_ * unit_;  // an infinity
      case 1:
        return Sign() + top_ * unit_ + 1 + bits_.Below(unit_ - 1);  // a NaN
      case 2:
        return Sign();
      case 3:
        return Sign() + bits_.Below(unit_);
      case 4:
        return Sign() + unit_;  // the smallest normal value
      default:
        return Sign() + top_ * unit_ - 1;  // the largest
    }
  }

  Bits bits_;
  uint64_t unit_;  // of the exponent's field
  uint64_t sign_;
  uint64_t top_;  // the exponent's field of infinities
};

}  // namespace

uint64_t Digest(const void* data, size_t bytes) {
  const auto* byte = static_cast<const unsigned char*>(data);
  uint64_t digest = 0xCBF29CE484222325u;
  for (size_t i = 0; i < bytes; ++i) {
    digest = (digest ^ byte[i]) * 0x100000001B3u;
  }
  return digest;
}

std::vector<std::byte> MakeValues(Values values, DataType dtype, int64_t count,
                                  uint64_t seed) {
  std::vector<std::byte> bytes(static_cast<size_t>(count) *
                               FormatOf(dtype).bytes);
  ElementDraw draw(dtype, seed);
  for (int64_t i = 0; i < count; ++i) {
    StoreBits(dtype, bytes.data(), i, draw.Draw(values));
  }
  return bytes;
}

}  // namespace backlerp::test
