// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/cli/hostile_files.h"

#include "fmt/core.h"
#include "tests/cli/npy_files.h"

namespace backlerp::test {
namespace {

const std::string& Data() {
  static const std::string data(36 * 4, '\x01');
  return data;
}

// A file of 36 float32 whose dictionary is `dict`.
std::string WithDict(const std::string& dict) {
  return NpyHeaderBytes(dict) + Data();
}

std::string WithShape(const std::string& shape) {
  return NpyFile("<f4", shape, Data());
}

std::string WithType(const std::string& descr) {
  return NpyFile(descr, "(1, 1, 6, 6)", Data());
}

std::vector<HostileFile> Truncated() {
  const std::string good = WithShape("(1, 1, 6, 6)");
  return {
      {"empty", "", "is empty"},
      {"magic_cut", good.substr(0, 4), "ends within the .npy header"},
      {"version_cut", good.substr(0, 7), "ends within the .npy header"},
      {"length_cut", good.substr(0, 9), "ends within the .npy header"},
      {"dict_cut", good.substr(0, 40), "ends within the .npy header"},
      {"data_cut", good.substr(0, good.size() - 1), "has 143 bytes of data"},
      {"no_data", good.substr(0, good.size() - Data().size()),
       "has 0 bytes of data"},
      {"data_added", good + "x", "has 145 bytes of data"},
  };
}

std::vector<HostileFile> BadPreambles() {
  std::string other_magic = WithShape("(1, 1, 6, 6)");
  other_magic[5] = 'X';
  std::string version_0 = WithShape("(1, 1, 6, 6)");
  version_0[6] = '\0';
  std::string version_9 = version_0;
  version_9[6] = '\x09';
  const std::string length_4_gib = std::string("\x93NUMPY\x02", 7) +
                                   std::string(1, '\0') +
                                   std::string("\xFF\xFF\xFF\xFF") + Data();
  return {
      {"magic", other_magic, "does not begin with"},
      {"text", "a line of text\n", "does not begin with"},
      {"version_0", version_0, "format version 0"},
      {"version_9", version_9, "format version 9"},
      {"header_4_gib", length_4_gib, "header of 4294967295 bytes"},
      {"header_large",
       NpyHeaderBytes(
           NpyDict("<f4", "(1, 1, 6, 6)") + std::string(1 << 17, ' '),
           /*version=*/2) +
           Data(),
       "expected at most 65536"},
  };
}

std::vector<HostileFile> BadShapes() {
  std::string ones;
  for (int i = 0; i < 200; ++i) ones += "1, ";
  return {
      {"negative", WithShape("(1, 1, -6, -6)"), "has the size -6"},
      {"overflow_product",
       WithShape("(3037000500, 3037000500, 3037000500, 3037000500)"),
       "more bytes than 64 bits"},
      // 2^62 elements of 4 bytes: the product wraps to 0.
      {"overflow_bytes", WithShape("(4611686018427387904, 1, 1, 1)"),
       "more bytes than 64 bits"},
      {"overflow_beside_0",
       WithShape("(0, 4611686018427387904, 4611686018427387904, 1)"),
       "more bytes than 64 bits"},
      {"overflow_size", WithShape("(1, 1, 6, 99999999999999999999)"),
       "beyond 64 bits"},
      {"huge", WithShape("(1, 1, 1000000, 1000000)"), "4000000000000"},
      {"rank_200", WithShape(fmt::format("({})", ones)), "more than 64 axes"},
      {"rank_2", WithShape("(6, 6)"), "expected four axes"},
      {"rank_0", NpyFile("<f4", "()", "abcd"), "expected four axes"},
      {"float_size", WithShape("(1, 1, 6.0, 6)"), "expected a comma or )"},
      {"shape_open", WithShape("(1, 1, 6, 6"), "expected"},
      {"shape_list", WithShape("[1, 1, 6, 6]"), "expected ("},
  };
}

std::vector<HostileFile> BadTypes() {
  return {
      {"object", WithType("|O"), "Python objects"},
      {"object_8", WithType("|O8"), "Python objects"},
      {"integers", WithType("<i4"), "type \"<i4\""},
      {"complex", NpyFile("<c16", "(1, 1, 3, 3)", Data()), "type \"<c16\""},
      {"float128", NpyFile("<f16", "(1, 1, 3, 3)", Data()), "type \"<f16\""},
      {"uint16", NpyFile("<u2", "(1, 2, 6, 6)", Data()), "--dtype bf16"},
      {"no_type", WithType(""), "unknown type"},
      {"type_0", WithType("<f0"), "unknown type"},
      {"type_minus", WithType("<f-4"), "unknown type"},
      {"type_huge", WithType("<f99999999999999999999"), "unknown type"},
      {"type_large", WithType("<V9223372036854775807"), "more bytes than"},
      {"records",
       WithDict("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': "
                "(1, 1, 6, 6), }\n"),
       "records"},
  };
}

std::vector<HostileFile> BadDicts() {
  const std::string descr = "'descr': '<f4', ";
  const std::string order = "'fortran_order': False, ";
  const std::string shape = "'shape': (1, 1, 6, 6), ";
  const std::string all = descr + order + shape;
  const auto braced = [](const std::string& entries) {
    return WithDict(fmt::format("{{{}}}", entries));
  };
  return {
      {"no_dict", WithDict(""), "expected {"},
      {"not_closed", WithDict(fmt::format("{{{}", all)), "expected a string"},
      {"no_descr", braced(order + shape), "no 'descr'"},
      {"no_order", braced(descr + shape), "no 'fortran_order'"},
      {"no_shape", braced(descr + order), "no 'shape'"},
      {"twice", braced(all + shape), "'shape' is there twice"},
      {"unknown_key", braced(all + "'x': 1"), "'x' is unknown"},
      {"order_1", braced(descr + shape + "'fortran_order': 1"),
       "True or False"},
      {"string_open", WithDict("{'descr': '<f4"), "has no end"},
      {"behind", WithDict(fmt::format("{{{}}} + open('x')", all)),
       "expected its end"},
      // What would do harm to a terminal is not printed.
      {"escape", WithDict("{'\x1b[2J': 1}"), "'?[2J' is unknown"},
      {"binary", WithDict(std::string("{\0\n\xFF", 4)), "expected a string"},
  };
}

}  // namespace

std::vector<HostileFile> HostileFiles() {
  std::vector<HostileFile> all;
  for (const auto& files :
       {Truncated(), BadPreambles(), BadShapes(), BadTypes(), BadDicts()}) {
    all.insert(all.end(), files.begin(), files.end());
  }
  return all;
}

}  // namespace backlerp::test
