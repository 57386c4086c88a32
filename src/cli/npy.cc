// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/npy.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/checked.h"
#include "cli/npy_dict.h"
#include "fmt/core.h"
#include "fmt/ranges.h"

namespace backlerp::cli {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
// Magic and version; then follows the length of the dictionary.
constexpr size_t kPreambleBytes = 8;
constexpr size_t kAlignment = 64;
// NumPy itself reads no more than 10000 unless told to.
constexpr uint64_t kMaxDictBytes = uint64_t{64} << 10;

Status Invalid(std::string message) {
  return {StatusCode::kInvalidArgument, std::move(message)};
}

std::string_view AsText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

uint64_t LittleEndian(std::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

// Cuts the dictionary's text out of the file.
Status FindDict(std::string_view file, std::string_view* dict) {
  if (!file.starts_with(
          kMagic.substr(0, std::min(file.size(), kMagic.size())))) {
    return Invalid("is no .npy file, it does not begin with \\x93NUMPY");
  }
  if (file.size() < kPreambleBytes + 2) {
    return Invalid(fmt::format("ends within the .npy header, after {} bytes",
                               file.size()));
  }
  const auto major = static_cast<unsigned char>(file[6]);
  if (major < 1 || major > 3) {
    return Invalid(fmt::format(
        "is of .npy format version {}, expected 1, 2 or 3", unsigned{major}));
  }
  const size_t length_bytes = major == 1 ? 2 : 4;
  const size_t begin = kPreambleBytes + length_bytes;
  if (file.size() < begin) {
    return Invalid(fmt::format("ends within the .npy header, after {} bytes",
                               file.size()));
  }
  const uint64_t length =
      LittleEndian(file.substr(kPreambleBytes, length_bytes));
  if (length > kMaxDictBytes) {
    return Invalid(
        fmt::format("has a .npy header of {} bytes, expected at most {}",
                    length, kMaxDictBytes));
  }
  if (length > file.size() - begin) {
    return Invalid(
        fmt::format("ends within the .npy header, which has {} bytes of which "
                    "{} are there",
                    length, file.size() - begin));
  }
  *dict = file.substr(begin, length);
  return {};
}

// "<f4": byte order, letter, bytes of an element.
Status ReadDescr(NpyHeader* header) {
  std::string_view text = header->descr;
  const bool has_order =
      !text.empty() &&
      std::string_view("<>|=").find(text[0]) != std::string_view::npos;
  header->big_endian = has_order && text[0] == '>';
  if (has_order) text.remove_prefix(1);
  if (!text.empty() && text[0] == 'O') {
    return Invalid("holds Python objects, expected numbers");
  }
  size_t bytes = 0;
  const char* end = text.data() + text.size();
  const bool has_kind =
      !text.empty() &&
      std::string_view("?bBhHiIlLfFdDcmMSaUVu").find(text[0]) !=
          std::string_view::npos;
  const auto result =
      has_kind ? std::from_chars(text.data() + 1, end, bytes)
               : std::from_chars_result{nullptr, std::errc::invalid_argument};
  if (result.ec != std::errc() || result.ptr != end || bytes == 0) {
    return Invalid(fmt::format("has elements of the unknown type \"{}\"",
                               PrintableText(header->descr)));
  }
  header->kind = text[0];
  header->item_bytes = bytes;
  return {};
}

Status CheckLength(size_t file_bytes, NpyHeader* header) {
  const bool is_empty = std::find(header->shape.begin(), header->shape.end(),
                                  0) != header->shape.end();
  Checked bytes =
      static_cast<int64_t>(std::min(header->item_bytes, size_t{INT64_MAX}));
  for (const int64_t size : header->shape) {
    // An axis of 0 does not excuse others whose product overflows.
    bytes = CheckedMul(bytes, std::max<int64_t>(size, 1));
  }
  if (!bytes) {
    return Invalid(
        fmt::format("has the shape [{}], more bytes than 64 bits "
                    "can count",
                    fmt::join(header->shape, ", ")));
  }
  header->data_bytes = is_empty ? 0 : static_cast<size_t>(*bytes);
  const size_t there = file_bytes - header->data_offset;
  if (there != header->data_bytes) {
    return Invalid(fmt::format(
        "has {} bytes of data, but [{}] elements of {} bytes are {}", there,
        fmt::join(header->shape, ", "), header->item_bytes,
        header->data_bytes));
  }
  return {};
}

}  // namespace

bool LooksLikeNpy(std::span<const std::byte> bytes) {
  return AsText(bytes).starts_with(kMagic);
}

Status ParseNpy(std::span<const std::byte> file, NpyHeader* header) {
  if (file.empty()) return Invalid("is empty");
  std::string_view dict;
  if (Status status = FindDict(AsText(file), &dict); !status.ok()) {
    return status;
  }
  NpyHeader parsed;
  parsed.data_offset =
      static_cast<size_t>(dict.data() + dict.size() - AsText(file).data());
  const std::string fault = ParseNpyDict(dict, &parsed);
  if (!fault.empty()) {
    return Invalid("has a .npy header that is not understood: " + fault);
  }
  if (Status status = ReadDescr(&parsed); !status.ok()) return status;
  if (Status status = CheckLength(file.size(), &parsed); !status.ok()) {
    return status;
  }
  *header = std::move(parsed);
  return {};
}

std::string FormatNpy(std::string_view descr, std::span<const int64_t> shape) {
  std::string dict = fmt::format(
      "{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", descr,
      fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  const size_t before = kPreambleBytes + 2;
  const size_t unpadded = before + dict.size() + 1;
  dict.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  dict += '\n';
  std::string bytes(kMagic);
  bytes += '\x01';
  bytes += '\x00';
  bytes += static_cast<char>(dict.size() & 0xFF);
  bytes += static_cast<char>(dict.size() >> 8);
  return bytes + dict;
}

}  // namespace backlerp::cli
