// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "compute.h"

#include <cctype>
#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include "errors.h"
#include "fmt/core.h"
#include "fmt/ranges.h"
#include "plan_cache.h"
#include "result.h"

namespace backlerp::python {
namespace {

// Replaces `from` wherever it stands as a word of its own.
void ReplaceWord(std::string_view from, std::string_view to,
                 std::string* text) {
  const auto is_part = [&](size_t i) {
    return i < text->size() &&
           (std::isalnum(static_cast<unsigned char>((*text)[i])) != 0 ||
            (*text)[i] == '_');
  };
  for (size_t at = text->find(from); at != std::string::npos;
       at = text->find(from, at + 1)) {
    if ((at > 0 && is_part(at - 1)) || is_part(at + from.size())) continue;
    text->replace(at, from.size(), to);
  }
}

// Where each of n, c, h, w stands in an array's sizes.
std::array<size_t, 4> AxesOf(const Settings& settings) {
  if (settings.channels_last) return {0, 3, 1, 2};
  return {0, 1, 2, 3};
}

Strides StridesOf(const Settings& settings, const Array& array) {
  const auto axes = AxesOf(settings);
  return {.n = array.strides[axes[0]],
          .c = array.strides[axes[1]],
          .h = array.strides[axes[2]],
          .w = array.strides[axes[3]]};
}

int64_t SizeFrom(nb::handle size, Py_ssize_t i, const char* name) {
  const nb::object item = nb::steal(PySequence_GetItem(size.ptr(), i));
  if (!item.is_valid()) throw nb::python_error();
  const nb::object number = nb::steal(PyNumber_Index(item.ptr()));
  const int64_t value =
      number.is_valid() ? PyLong_AsLongLong(number.ptr()) : -1;
  if (PyErr_Occurred() == nullptr) return value;
  PyErr_Clear();
  throw TypeError(fmt::format("{}: has the size {}, expected a 64-bit integer",
                              name, Repr(item)));
}

bool HasStridesOf(const Problem& problem, const Plan& plan) {
  return plan.problem().in_strides == problem.in_strides &&
         plan.problem().out_strides == problem.out_strides;
}

std::string Listed(const Sizes4& sizes) {
  return fmt::format("[{}]", fmt::join(sizes, ", "));
}

}  // namespace

ArrayNames NamesFor(Direction direction) {
  return direction == Direction::kBackward ? ArrayNames{"grad_out", "out"}
                                           : ArrayNames{"input", "out"};
}

Sizes4 ResultSizes(const Settings& settings, const Array& src, nb::handle size,
                   const char* size_name) {
  const Py_ssize_t count =
      PySequence_Check(size.ptr()) != 0 ? PySequence_Size(size.ptr()) : -1;
  if (PyErr_Occurred() != nullptr) PyErr_Clear();
  if (count != 2 && count != 4) {
    throw TypeError(fmt::format(
        "{}: is {}, expected 2 integers (height, width) or all 4 sizes",
        size_name, Repr(size)));
  }
  const auto axes = AxesOf(settings);
  Sizes4 sizes = src.sizes;
  for (size_t i = 0; i < 4; ++i) {
    const bool image = i == axes[2] || i == axes[3];
    if (count == 2 && !image) continue;
    const size_t from = count == 4 ? i : i - axes[2];
    const int64_t value =
        SizeFrom(size, static_cast<Py_ssize_t>(from), size_name);
    const int64_t least = image ? 1 : 0;
    if (value < least) {
      throw ValueError(fmt::format("{}[{}]: is {}, expected at least {}",
                                   size_name, from, value, least));
    }
    if (!image && value != src.sizes[i]) {
      throw ValueError(fmt::format("{}[{}]: is {}, expected {} as in {}",
                                   size_name, from, value, src.sizes[i],
                                   NamesFor(settings.problem.direction).src));
    }
    sizes[i] = value;
  }
  return sizes;
}

Problem ProblemOf(const Settings& settings, const Array& src,
                  const Array& dst) {
  const auto axes = AxesOf(settings);
  Problem problem = settings.problem;
  const bool backward = problem.direction == Direction::kBackward;
  const Array& in = backward ? dst : src;
  const Array& out = backward ? src : dst;
  problem.dtype = src.dtype;
  problem.n = src.sizes[axes[0]];
  problem.c = src.sizes[axes[1]];
  problem.in_h = in.sizes[axes[2]];
  problem.in_w = in.sizes[axes[3]];
  problem.out_h = out.sizes[axes[2]];
  problem.out_w = out.sizes[axes[3]];
  problem.in_strides = StridesOf(settings, in);
  problem.out_strides = StridesOf(settings, out);
  return problem;
}

void ThrowIfError(const Status& status, Direction direction) {
  if (status.ok()) return;
  if (status.code() == StatusCode::kOutOfMemory) throw std::bad_alloc();
  const bool backward = direction == Direction::kBackward;
  const ArrayNames names = NamesFor(direction);
  std::string message = status.message();
  ReplaceWord("options.threads", "threads", &message);
  ReplaceWord("src", names.src, &message);
  ReplaceWord("dst", names.dst, &message);
  ReplaceWord(backward ? "in_strides" : "out_strides", "out's strides",
              &message);
  ReplaceWord(backward ? "out_strides" : "in_strides",
              std::string(names.src) + "'s strides", &message);
  throw ValueError(message);
}

void Run(const Settings& settings, const Array& src, const Array& dst,
         const Plan* ready) {
  const Problem problem = ProblemOf(settings, src, dst);
  Status status;
  {
    const nb::gil_scoped_release unlocked;
    Plan plan;
    if (ready != nullptr && HasStridesOf(problem, *ready)) {
      plan = *ready;
    } else {
      status = CachedPlan(problem, settings.threads, &plan);
    }
    if (status.ok()) {
      const size_t bytes = plan.workspace_bytes();
      const auto workspace = std::make_unique_for_overwrite<std::byte[]>(bytes);
      status = plan.Run(src.data, dst.data, workspace.get(), bytes);
    }
  }
  ThrowIfError(status, problem.direction);
}

nb::object Compute(const Settings& settings, nb::handle object,
                   const Array& src, const Sizes4& sizes, nb::handle out,
                   const Plan* ready) {
  if (out.is_none()) {
    Result result = NewResult(object, src, sizes);
    Run(settings, src, result.array, ready);
    return Finished(object, result);
  }
  const char* name = NamesFor(settings.problem.direction).dst;
  const Array dst = ArrayOf(out, Access::kWrite, name);
  if (dst.dtype != src.dtype) {
    throw TypeError(fmt::format("{}: is {}, expected {} as the argument", name,
                                NameOf(dst.dtype), NameOf(src.dtype)));
  }
  if (dst.sizes != sizes) {
    throw ValueError(fmt::format("{}: has the shape {}, expected {}", name,
                                 Listed(dst.sizes), Listed(sizes)));
  }
  Run(settings, src, dst, ready);
  return nb::borrow(out);
}

}  // namespace backlerp::python
