// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/npy_dict.h"

#include <charconv>
#include <cstdint>
#include <utility>

#include "fmt/core.h"

namespace backlerp::cli {
namespace {

// NumPy's own limit.
constexpr size_t kMaxRank = 64;

// Walks through the text; every function leaves the cursor behind what it has
// read, and throws a string with the reason where it reads something else.
class DictReader {
 public:
  DictReader(std::string_view text, NpyHeader* header)
      : rest_(text), header_(header) {}

  void Read() {
    Expect('{');
    while (!Take('}')) {
      ReadEntry();
      if (!Take(',') && !Ahead('}')) FailAt("a comma or }");
    }
    SkipSpace();
    if (!rest_.empty()) FailAt("its end");
    if (!has_descr_) throw std::string("there is no 'descr'");
    if (!has_order_) throw std::string("there is no 'fortran_order'");
    if (!has_shape_) throw std::string("there is no 'shape'");
  }

 private:
  void ReadEntry() {
    const std::string key = ReadString();
    Expect(':');
    if (key == "descr") {
      Once(key, &has_descr_);
      if (Ahead('[')) throw std::string("elements are records");
      header_->descr = ReadString();
    } else if (key == "fortran_order") {
      Once(key, &has_order_);
      header_->fortran_order = ReadBool();
    } else if (key == "shape") {
      Once(key, &has_shape_);
      ReadShape();
    } else {
      throw fmt::format("the key '{}' is unknown", PrintableText(key));
    }
  }

  void ReadShape() {
    Expect('(');
    while (!Take(')')) {
      header_->shape.push_back(ReadSize());
      if (header_->shape.size() > kMaxRank) {
        throw fmt::format("'shape' has more than {} axes", kMaxRank);
      }
      if (!Take(',') && !Ahead(')')) FailAt("a comma or )");
    }
  }

  int64_t ReadSize() {
    SkipSpace();
    int64_t size = 0;
    const auto [end, error] =
        std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
    if (error == std::errc::result_out_of_range) {
      throw std::string("'shape' has a size beyond 64 bits");
    }
    if (error != std::errc()) FailAt("a size");
    if (size < 0) throw fmt::format("'shape' has the size {}", size);
    rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
    // Python 2 wrote its long integers with an L.
    if (!rest_.empty() && rest_[0] == 'L') rest_.remove_prefix(1);
    return size;
  }

  bool ReadBool() {
    SkipSpace();
    for (const bool value : {true, false}) {
      const std::string_view word = value ? "True" : "False";
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    FailAt("True or False");
  }

  // No key and no descr has an escape in it.
  std::string ReadString() {
    SkipSpace();
    if (!Ahead('\'') && !Ahead('"')) FailAt("a string");
    const size_t end = rest_.find(rest_[0], 1);
    if (end == std::string_view::npos) throw std::string("a string has no end");
    std::string text(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return text;
  }

  static void Once(const std::string& key, bool* seen) {
    if (std::exchange(*seen, true)) {
      throw fmt::format("'{}' is there twice", key);
    }
  }

  void SkipSpace() {
    const size_t count = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(count == std::string_view::npos ? rest_.size() : count);
  }

  bool Ahead(char wanted) {
    SkipSpace();
    return !rest_.empty() && rest_[0] == wanted;
  }

  bool Take(char wanted) {
    if (!Ahead(wanted)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void Expect(char wanted) {
    if (!Take(wanted)) FailAt(std::string(1, wanted));
  }

  [[noreturn]] void FailAt(const std::string& expected) {
    throw fmt::format("expected {} at \"{}\"", expected, PrintableText(rest_));
  }

  std::string_view rest_;
  NpyHeader* header_;
  bool has_descr_ = false;
  bool has_order_ = false;
  bool has_shape_ = false;
};

}  // namespace

std::string ParseNpyDict(std::string_view text, NpyHeader* header) {
  try {
    DictReader(text, header).Read();
    return "";
  } catch (const std::string& fault) {
    return fault;
  }
}

std::string PrintableText(std::string_view text) {
  constexpr size_t kMost = 40;
  std::string result(text.substr(0, kMost));
  for (char& c : result) {
    if (c < ' ' || c > '~') c = '?';
  }
  return text.size() > kMost ? result + "..." : result;
}

}  // namespace backlerp::cli
