// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// A recursive-descent check of the grammar. Values other than the strings of
// the outermost object are only walked over.

#include "runtime/json.h"

namespace backlerp::runtime {
namespace {

using StringMembers = std::map<std::string, std::string, std::less<>>;

constexpr int kMaxDepth = 64;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsHexDigit(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool Document(StringMembers* members) {
    SkipSpace();
    return Object(0, members) && rest_.empty();
  }

 private:
  void SkipSpace() {
    const size_t length = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(length == std::string_view::npos ? rest_.size()
                                                         : length);
  }

  bool Take(char expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool TakeToken(char expected) {
    const bool taken = Take(expected);
    SkipSpace();
    return taken;
  }

  bool Word(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  bool Digits() {
    size_t count = 0;
    while (count < rest_.size() && IsDigit(rest_[count])) ++count;
    rest_.remove_prefix(count);
    return count > 0;
  }

  bool Number() {
    Take('-');
    if (!Take('0') && !Digits()) return false;
    if (Take('.') && !Digits()) return false;
    if (!Take('e') && !Take('E')) return true;
    if (!Take('+')) Take('-');
    return Digits();
  }

  bool Escape() {
    if (rest_.empty()) return false;
    const char kind = rest_.front();
    rest_.remove_prefix(1);
    if (kind != 'u') {
      return std::string_view("\"\\/bfnrt").find(kind) !=
             std::string_view::npos;
    }
    for (int i = 0; i < 4; ++i) {
      if (rest_.empty() || !IsHexDigit(rest_.front())) return false;
      rest_.remove_prefix(1);
    }
    return true;
  }

  bool String(std::string_view* content) {
    if (!Take('"')) return false;
    const char* const begin = rest_.data();
    while (!rest_.empty() && rest_.front() != '"') {
      const char c = rest_.front();
      if (static_cast<unsigned char>(c) < 0x20) return false;
      rest_.remove_prefix(1);
      if (c == '\\' && !Escape()) return false;
    }
    *content = {begin, static_cast<size_t>(rest_.data() - begin)};
    return Take('"');
  }

  // A value and the space behind it. `string`, if not null, gets its content
  // where it is a string, and else stays.
  bool Value(int depth, std::string_view* string) {
    bool valid = false;
    std::string_view content;
    switch (rest_.empty() ? '\0' : rest_.front()) {
      case '{':
        return Object(depth + 1, nullptr);
      case '[':
        return Array(depth + 1);
      case '"':
        valid = String(&content);
        if (string != nullptr) *string = content;
        break;
      case 't':
        valid = Word("true");
        break;
      case 'f':
        valid = Word("false");
        break;
      case 'n':
        valid = Word("null");
        break;
      default:
        valid = Number();
    }
    SkipSpace();
    return valid;
  }

  bool Member(int depth, StringMembers* members) {
    std::string_view name;
    if (!String(&name)) return false;
    SkipSpace();
    if (!TakeToken(':')) return false;
    std::string_view string;
    if (!Value(depth, &string)) return false;
    if (members != nullptr && string.data() != nullptr) {
      members->insert_or_assign(std::string(name), std::string(string));
    }
    return true;
  }

  bool Object(int depth, StringMembers* members) {
    if (depth > kMaxDepth || !TakeToken('{')) return false;
    if (TakeToken('}')) return true;
    do {
      if (!Member(depth, members)) return false;
    } while (TakeToken(','));
    return TakeToken('}');
  }

  bool Array(int depth) {
    if (depth > kMaxDepth || !TakeToken('[')) return false;
    if (TakeToken(']')) return true;
    do {
      if (!Value(depth, nullptr)) return false;
    } while (TakeToken(','));
    return TakeToken(']');
  }

  std::string_view rest_;
};

}  // namespace

std::optional<StringMembers> ParseJsonObject(std::string_view text) {
  StringMembers members;
  if (!Reader(text).Document(&members)) return std::nullopt;
  return members;
}

}  // namespace backlerp::runtime
