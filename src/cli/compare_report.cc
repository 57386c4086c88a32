// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/compare_report.h"

#include <cmath>

#include "cli/element_type.h"
#include "cli/json_text.h"
#include "fmt/core.h"
#include "fmt/ranges.h"

namespace backlerp::cli {
namespace {

std::string ListText(const std::vector<int64_t>& values) {
  return fmt::format("[{}]", fmt::join(values, ", "));
}

std::string PlaceText(const CompareReport& report, int64_t index) {
  return ListText(PlaceOf(index, report.a.view().shape));
}

std::string NumberText(double value) { return fmt::format("{:.6g}", value); }
std::string NumberText(uint64_t value) { return std::to_string(value); }

template <typename T>
std::string LargestText(const CompareReport& report,
                        const Largest<T>& largest) {
  if (largest.index < 0) return "0";
  return fmt::format("{} at {}", NumberText(largest.value),
                     PlaceText(report, largest.index));
}

// Steps between two numbers; where one is no number there are none.
std::string UlpText(const CompareReport& report, const Pair& pair,
                    const char* none) {
  if (!std::isfinite(pair.a) || !std::isfinite(pair.b)) return none;
  return fmt::format("{}", UlpDistance(report.a.view().dtype, pair.a, pair.b));
}

// As many digits as tell the values of the type apart.
std::string ValueText(const InputTensor& input, double value) {
  const int digits = input.view().dtype == DataType::kFloat64 ? 17 : 9;
  return fmt::format("{:.{}g}", value, digits);
}

std::string WorstText(const CompareReport& report) {
  std::string text;
  for (const Pair& pair : report.result.worst) {
    text +=
        fmt::format("  {}: {} and {}, {:.6g} apart, {} ulp\n",
                    PlaceText(report, pair.index), ValueText(report.a, pair.a),
                    ValueText(report.b, pair.b), std::abs(pair.a - pair.b),
                    UlpText(report, pair, "-"));
  }
  return text;
}

std::string InputText(const char* label, const InputTensor& input) {
  return fmt::format("{:<10} {} {} {}\n", label, input.name(),
                     NameOf(input.view().dtype), ListText(input.view().shape));
}

std::string Verdict(const CompareReport& report) {
  if (!report.same_shape()) return "different: the shapes are not equal\n";
  if (report.equal()) {
    return report.result.unequal == 0 ? "equal\n" : "equal within tolerance\n";
  }
  return "different\n";
}

std::string NumberJson(double value) { return JsonNumber(value); }
std::string NumberJson(uint64_t value) { return std::to_string(value); }

template <typename T>
std::string LargestJson(const CompareReport& report,
                        const Largest<T>& largest) {
  return fmt::format(
      "{{\"value\": {}, \"place\": {}}}", NumberJson(largest.value),
      largest.index < 0 ? "null" : PlaceText(report, largest.index));
}

std::string WorstJson(const CompareReport& report) {
  std::vector<std::string> entries;
  for (const Pair& pair : report.result.worst) {
    entries.push_back(
        fmt::format("{{\"place\": {}, \"a\": {}, \"b\": {}, \"ulp\": {}}}",
                    PlaceText(report, pair.index), JsonNumber(pair.a),
                    JsonNumber(pair.b), UlpText(report, pair, "null")));
  }
  return fmt::format("[{}]", fmt::join(entries, ", "));
}

std::string InputJson(const InputTensor& input) {
  return fmt::format("{{\"file\": {}, \"dtype\": \"{}\", \"shape\": {}}}",
                     JsonString(input.name()), NameOf(input.view().dtype),
                     ListText(input.view().shape));
}

std::string StatisticsJson(const CompareReport& report) {
  const Comparison& r = report.result;
  return fmt::format(
             ",\n \"elements\": {}, \"unequal\": {}, \"beyond\": {}, "
             "\"share_beyond\": {},\n"
             " \"max_abs\": {},\n \"max_rel\": {},\n \"max_ulp\": {},\n"
             " \"nan\": {{\"a\": {}, \"b\": {}, \"apart\": {}}},\n"
             " \"inf\": {{\"a\": {}, \"b\": {}, \"apart\": {}}},\n \"worst\": "
             "{}",
             r.elements, r.unequal, r.beyond, report.share_beyond(),
             LargestJson(report, r.max_abs), LargestJson(report, r.max_rel),
             LargestJson(report, r.max_ulp), r.nans_a, r.nans_b, r.nans_apart,
             r.infs_a, r.infs_b, r.infs_apart, WorstJson(report)) +
         (report.plane.empty()
              ? ""
              : fmt::format(",\n \"plane\": {}", ListText(report.plane)));
}

}  // namespace

bool CompareReport::same_shape() const {
  return a.view().shape == b.view().shape;
}

double CompareReport::share_beyond() const {
  if (result.elements == 0) return 0;
  return static_cast<double>(result.beyond) /
         static_cast<double>(result.elements);
}

bool CompareReport::equal() const {
  return same_shape() && share_beyond() <= allowed_share;
}

std::string ToText(const CompareReport& report) {
  std::string text = InputText("A", report.a) + InputText("B", report.b);
  if (!report.same_shape()) return text + Verdict(report);
  const Comparison& r = report.result;
  text +=
      fmt::format("{:<10} {} of {} ({:.4g} %), atol {}, rtol {}\n", "beyond",
                  r.beyond, r.elements, 100 * report.share_beyond(),
                  report.options.tolerance.atol, report.options.tolerance.rtol);
  text += fmt::format("{:<10} {}\n", "unequal", r.unequal);
  text += fmt::format("{:<10} {}\n", "max abs", LargestText(report, r.max_abs));
  text += fmt::format("{:<10} {}\n", "max rel", LargestText(report, r.max_rel));
  text += fmt::format("{:<10} {}\n", "max ulp", LargestText(report, r.max_ulp));
  text += fmt::format("{:<10} A {}, B {}, against a number {}\n", "NaN",
                      r.nans_a, r.nans_b, r.nans_apart);
  text += fmt::format("{:<10} A {}, B {}, against another number {}\n", "Inf",
                      r.infs_a, r.infs_b, r.infs_apart);
  if (!r.worst.empty()) text += "worst\n" + WorstText(report);
  if (!report.plane.empty()) {
    text += fmt::format("{:<10} plane {}\n", "picture",
                        fmt::join(report.plane, ","));
  }
  return text + Verdict(report);
}

std::string ToJson(const CompareReport& report) {
  const Tolerance& tolerance = report.options.tolerance;
  return fmt::format(
      "{{\"equal\": {}, \"same_shape\": {},\n \"a\": {},\n \"b\": {},\n"
      " \"atol\": {}, \"rtol\": {}, \"allowed_share\": {}{}}}\n",
      report.equal(), report.same_shape(), InputJson(report.a),
      InputJson(report.b), JsonNumber(tolerance.atol),
      JsonNumber(tolerance.rtol), report.allowed_share,
      report.same_shape() ? StatisticsJson(report) : "");
}

}  // namespace backlerp::cli
