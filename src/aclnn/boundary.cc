// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "aclnn/boundary.h"

#include <exception>
#include <new>

#include "fmt/core.h"
#include "runtime/runtime.h"

namespace backlerp::aclnn {
namespace {

void ReportText(const char* function, std::string_view text) noexcept {
  try {
    runtime::ReportError(fmt::format("{}: {}", function, text));
  } catch (...) {
    // Without memory for the text there is still the code.
  }
}

}  // namespace

aclnnStatus Report(const char* function, const Verdict& verdict) noexcept {
  ReportText(function, verdict.message);
  return verdict.code;
}

aclnnStatus ReportException(const char* function, aclnnStatus code) noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    ReportText(function, "memory: the allocator gave none, expected enough");
  } catch (const std::exception& exception) {
    ReportText(function, exception.what());
  } catch (...) {
    ReportText(function, "an unknown exception was thrown");
  }
  return code;
}

}  // namespace backlerp::aclnn
