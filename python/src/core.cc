// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// The extension backlerp._core. The package's Python files wrap it and document
// what users call.

#include "fmt/core.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "array.h"
#include "backlerp/plan.h"
#include "backlerp/version.h"
#include "compute.h"
#include "errors.h"
#include "numpy_array.h"
#include "settings.h"
#include "torch_tensor.h"

namespace backlerp::python {
namespace {

using namespace nb::literals;  // NOLINT(google-build-using-namespace)

nb::object Backward(nb::handle grad_out, nb::handle input_size,
                    nb::handle align_corners, nb::handle scales,
                    nb::handle layout, nb::handle out, nb::handle threads,
                    nb::handle coordinates) {
  const Settings settings = SettingsOf(Direction::kBackward, align_corners,
                                       scales, layout, threads, coordinates);
  const Array src = ArrayOf(grad_out, Access::kRead, "grad_out");
  const Sizes4 sizes = ResultSizes(settings, src, input_size, "input_size");
  return Compute(settings, grad_out, src, sizes, out);
}

nb::object Forward(nb::handle input, nb::handle output_size,
                   nb::handle align_corners, nb::handle scales,
                   nb::handle layout, nb::handle out, nb::handle threads,
                   nb::handle coordinates) {
  const Settings settings = SettingsOf(Direction::kForward, align_corners,
                                       scales, layout, threads, coordinates);
  const Array src = ArrayOf(input, Access::kRead, "input");
  const Sizes4 sizes =
      output_size.is_none()
          ? ScaledSizes(settings, src)
          : ResultSizes(settings, src, output_size, "output_size");
  return Compute(settings, input, src, sizes, out);
}

// For backlerp.torch, which has checked and allocated. A scale of 0 is none.
void RunTensors(bool backward, nb::handle src, nb::handle dst,
                bool align_corners, double scale_h, double scale_w,
                int threads) {
  Settings settings;
  settings.problem.direction =
      backward ? Direction::kBackward : Direction::kForward;
  settings.problem.align_corners = align_corners;
  settings.problem.scale_h = scale_h;
  settings.problem.scale_w = scale_w;
  settings.threads = threads;
  Run(settings, ArrayOfRawTensor(src, "src"), ArrayOfRawTensor(dst, "dst"));
}

nb::object NewTensorLike(nb::handle like, int64_t n, int64_t c, int64_t h,
                         int64_t w) {
  return NewTensor({n, c, h, w}, like, ArrayOfRawTensor(like, "like"));
}

std::string Version() {
  return fmt::format("{}.{}.{}", BACKLERP_VERSION_MAJOR, BACKLERP_VERSION_MINOR,
                     BACKLERP_VERSION_PATCH);
}

}  // namespace

void BindPlan(nb::module_& module);

NB_MODULE(_core, module) {
  // Imports NumPy now: a first call would do so with a lock of C++ held, which
  // another thread's first call could wait for with Python's.
  IsNumpyArray(nb::none());
  module.attr("version") = Version();
  module.def("backward", &Backward, "grad_out"_a.none(), "input_size"_a.none(),
             "align_corners"_a.none(), "scales"_a.none(), "layout"_a.none(),
             "out"_a.none(), "threads"_a.none(), "coordinates"_a.none());
  module.def("forward", &Forward, "input"_a.none(), "output_size"_a.none(),
             "align_corners"_a.none(), "scales"_a.none(), "layout"_a.none(),
             "out"_a.none(), "threads"_a.none(), "coordinates"_a.none());
  module.def("run_tensors", &RunTensors, "backward"_a, "src"_a, "dst"_a,
             "align_corners"_a, "scale_h"_a, "scale_w"_a, "threads"_a);
  module.def("new_tensor_like", &NewTensorLike, "like"_a, "n"_a, "c"_a, "h"_a,
             "w"_a);
  module.def("kernel_names", &KernelNames);
  BindPlan(module);
}

}  // namespace backlerp::python
