// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// .npy files as byte strings, written apart from src/cli/npy.cc, so that one
// can judge the other.

#ifndef BACKLERP_TESTS_CLI_NPY_FILES_H_
#define BACKLERP_TESTS_CLI_NPY_FILES_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace backlerp::test {

// Magic, version, the length of `dict`, and `dict` as it is.
inline std::string NpyHeaderBytes(const std::string& dict, int version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) {
    bytes += static_cast<char>(dict.size() >> (8 * i) & 0xFF);
  }
  return bytes + dict;
}

// As NumPy writes it, padded so that data begin at a multiple of 64.
inline std::string NpyDict(const std::string& descr, const std::string& shape,
                           bool fortran_order = false, int version = 1) {
  std::string dict = "{'descr': '" + descr + "', 'fortran_order': " +
                     (fortran_order ? "True" : "False") +
                     ", 'shape': " + shape + ", }";
  const size_t before = version == 1 ? 10 : 12;
  while ((before + dict.size() + 1) % 64 != 0) dict += ' ';
  return dict + '\n';
}

inline std::string NpyFile(const std::string& descr, const std::string& shape,
                           const std::string& data, bool fortran_order = false,
                           int version = 1) {
  return NpyHeaderBytes(NpyDict(descr, shape, fortran_order, version),
                        version) +
         data;
}

}  // namespace backlerp::test

#endif  // BACKLERP_TESTS_CLI_NPY_FILES_H_
