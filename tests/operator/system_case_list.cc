// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/operator/system_case_list.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace backlerp::test {
namespace {

constexpr const char* kHeader =
    "op,id,dtype,N,C,in_h,in_w,out_h,out_w,align_corners";
constexpr size_t kColumns = 10;

[[noreturn]] void Fail(const std::string& line) {
  throw std::runtime_error("system test cases: cannot read \"" + line + "\"");
}

std::vector<std::string> Split(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) {
    fields.push_back(field);
  }
  if (fields.size() != kColumns) Fail(line);
  return fields;
}

Operator OperatorNamed(const std::string& name) {
  for (const Operator op : {Operator::kV2, Operator::kV1, Operator::kForward}) {
    if (name == NameOf(op)) return op;
  }
  Fail(name);
}

DataType TypeNamed(const std::string& name) {
  if (name == "fp32") return DataType::kFloat32;
  if (name == "fp16") return DataType::kFloat16;
  if (name == "bf16") return DataType::kBFloat16;
  Fail(name);
}

SystemCase Parse(const std::string& line) {
  const std::vector<std::string> f = Split(line);
  const auto number = [&](size_t i) -> int64_t { return std::stoll(f[i]); };
  return {OperatorNamed(f[0]), f[1],          TypeNamed(f[2]), number(3),
          number(4),           number(5),     number(6),       number(7),
          number(8),           number(9) != 0};
}

}  // namespace

std::array<int64_t, 2> SystemCase::src_size() const {
  if (op == Operator::kForward) return {in_h, in_w};
  return {out_h, out_w};
}

std::array<int64_t, 2> SystemCase::dst_size() const {
  if (op == Operator::kForward) return {out_h, out_w};
  return {in_h, in_w};
}

std::string SystemCase::name() const {
  return std::string(NameOf(op)) + "/" + id;
}

std::vector<SystemCase> ReadSystemCases(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line) || line != kHeader) Fail(path);
  std::vector<SystemCase> cases;
  while (std::getline(file, line)) cases.push_back(Parse(line));
  return cases;
}

}  // namespace backlerp::test
