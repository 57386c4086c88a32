// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The class behind backlerp.Plan.

#include "backlerp/plan.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "array.h"
#include "compute.h"
#include "errors.h"
#include "fmt/core.h"
#include "fmt/ranges.h"
#include "settings.h"

namespace backlerp::python {
namespace {

using namespace nb::literals;  // NOLINT(google-build-using-namespace)

// A problem's settings and sizes. Arrays in C order use the plan made at the
// start; others find theirs in the cache, so that any strides will do.
class PyPlan {
 public:
  PyPlan(nb::handle direction, nb::handle shape, nb::handle size,
         nb::handle dtype, nb::handle align_corners, nb::handle scales,
         nb::handle layout, nb::handle threads, nb::handle coordinates)
      : settings_(SettingsOf(DirectionNamed(direction), align_corners, scales,
                             layout, threads, coordinates)) {
    src_.dtype = TypeNamed(dtype);
    src_.sizes = AllSizes(shape);
    dst_.dtype = src_.dtype;
    dst_.sizes = ResultSizes(settings_, src_, size, "size");
    src_.strides = PackedStrides(src_.sizes);
    dst_.strides = PackedStrides(dst_.sizes);
    PlanOptions options;
    options.threads = settings_.threads;
    ThrowIfError(
        Plan::Create(ProblemOf(settings_, src_, dst_), options, &plan_),
        settings_.problem.direction);
  }

  nb::object Call(nb::handle array, nb::handle out) const {
    const char* name = NamesFor(settings_.problem.direction).src;
    const Array src = ArrayOf(array, Access::kRead, name);
    if (src.dtype != src_.dtype) {
      throw TypeError(fmt::format("{}: is {}, expected the plan's {}", name,
                                  NameOf(src.dtype), NameOf(src_.dtype)));
    }
    if (src.sizes != src_.sizes) {
      throw ValueError(
          fmt::format("{}: has the shape [{}], expected the plan's [{}]", name,
                      fmt::join(src.sizes, ", "), fmt::join(src_.sizes, ", ")));
    }
    return Compute(settings_, array, src, dst_.sizes, out, &plan_);
  }

  const Plan& plan() const { return plan_; }
  nb::tuple src_shape() const { return TupleOf(src_.sizes); }
  nb::tuple dst_shape() const { return TupleOf(dst_.sizes); }

 private:
  // Four sizes, none of which comes from elsewhere.
  Sizes4 AllSizes(nb::handle shape) const {
    if (PySequence_Check(shape.ptr()) == 0 ||
        PySequence_Size(shape.ptr()) != 4) {
      PyErr_Clear();
      throw TypeError(
          fmt::format("shape: is {}, expected 4 integers", Repr(shape)));
    }
    Array self;
    for (size_t i = 0; i < 4; ++i) {
      const nb::object size = shape[i];
      self.sizes[i] = nb::cast<int64_t>(size);
    }
    return ResultSizes(settings_, self, shape, "shape");
  }

  static Sizes4 PackedStrides(const Sizes4& sizes) {
    const Strides packed = PackedNchw(sizes[1], sizes[2], sizes[3]);
    return {packed.n, packed.c, packed.h, packed.w};
  }

  static nb::tuple TupleOf(const Sizes4& sizes) {
    return nb::make_tuple(sizes[0], sizes[1], sizes[2], sizes[3]);
  }

  Settings settings_;
  Array src_;  // without memory: what calls must bring
  Array dst_;
  Plan plan_;
};

}  // namespace

void BindPlan(nb::module_& module);

void BindPlan(nb::module_& module) {
  nb::class_<PyPlan>(module, "Plan")
      .def(nb::init<nb::handle, nb::handle, nb::handle, nb::handle, nb::handle,
                    nb::handle, nb::handle, nb::handle, nb::handle>(),
           "direction"_a.none(), "shape"_a.none(), "size"_a.none(),
           "dtype"_a.none(), "align_corners"_a.none(), "scales"_a.none(),
           "layout"_a.none(), "threads"_a.none(), "coordinates"_a.none())
      .def("__call__", &PyPlan::Call, "array"_a.none(), "out"_a.none())
      .def_prop_ro("kernel",
                   [](const PyPlan& self) { return self.plan().kernel(); })
      .def_prop_ro("threads",
                   [](const PyPlan& self) { return self.plan().threads(); })
      .def_prop_ro(
          "workspace_bytes",
          [](const PyPlan& self) { return self.plan().workspace_bytes(); })
      .def_prop_ro("shape", &PyPlan::src_shape)
      .def_prop_ro("result_shape", &PyPlan::dst_shape);
}

}  // namespace backlerp::python
