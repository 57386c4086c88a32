// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#include "settings.h"

#include <cmath>
#include <string>

#include "errors.h"
#include "fmt/core.h"

namespace backlerp::python {
namespace {

// One of two words.
bool IsSecond(nb::handle value, const char* name, const char* first,
              const char* second) {
  if (!nb::isinstance<nb::str>(value)) {
    throw TypeError(fmt::format("{}: is {}, expected \"{}\" or \"{}\"", name,
                                Repr(value), first, second));
  }
  const std::string word = Str(value);
  if (word == first) return false;
  if (word == second) return true;
  throw ValueError(fmt::format("{}: is {}, expected \"{}\" or \"{}\"", name,
                               Repr(value), first, second));
}

double ScaleFrom(nb::handle scale) {
  if (scale.is_none()) return 0;
  const double value = PyFloat_AsDouble(scale.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw TypeError(
        fmt::format("scales: has {}, expected a number or None", Repr(scale)));
  }
  return value;
}

void FillScales(nb::handle scales, Problem* problem) {
  if (scales.is_none()) return;
  const bool pair =
      PySequence_Check(scales.ptr()) != 0 && PySequence_Size(scales.ptr()) == 2;
  if (!pair) {
    PyErr_Clear();
    throw TypeError(
        fmt::format("scales: is {}, expected None or a pair (scale_h, scale_w)",
                    Repr(scales)));
  }
  const nb::object scale_h = scales[0];
  const nb::object scale_w = scales[1];
  problem->scale_h = ScaleFrom(scale_h);
  problem->scale_w = ScaleFrom(scale_w);
}

int ThreadsFrom(nb::handle threads) {
  if (threads.is_none()) return 0;
  int overflow = 0;
  const long value = PyLong_AsLongAndOverflow(threads.ptr(), &overflow);
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw TypeError(fmt::format("threads: is {}, expected None or an integer",
                                Repr(threads)));
  }
  constexpr int kMostThreads = 1024;
  if (overflow == 0 && value >= 1 && value <= kMostThreads) {
    return static_cast<int>(value);
  }
  throw ValueError(fmt::format("threads: is {}, expected from 1 to {}",
                               Repr(threads), kMostThreads));
}

int64_t ScaledSize(int64_t size, double scale, const char* axis) {
  // A size beyond this has no memory anyway, and would leave 64 bits.
  constexpr double kMost = 9e18;
  const double scaled = std::floor(static_cast<double>(size) * scale);
  if (scaled >= 1 && scaled < kMost) return static_cast<int64_t>(scaled);
  throw ValueError(fmt::format(
      "scales: {} gives the {} {}, expected at least 1 and output_size where "
      "a scale is None",
      scale, axis, scaled));
}

}  // namespace

Settings SettingsOf(Direction direction, nb::handle align_corners,
                    nb::handle scales, nb::handle layout, nb::handle threads,
                    nb::handle coordinates) {
  Settings settings;
  settings.problem.direction = direction;
  const int aligned = PyObject_IsTrue(align_corners.ptr());
  if (aligned < 0) throw nb::python_error();
  settings.problem.align_corners = aligned != 0;
  FillScales(scales, &settings.problem);
  settings.channels_last = IsSecond(layout, "layout", "NCHW", "NHWC");
  settings.threads = ThreadsFrom(threads);
  settings.problem.coordinates =
      IsSecond(coordinates, "coordinates", "float32", "float64")
          ? Coordinates::kFloat64
          : Coordinates::kFloat32;
  return settings;
}

Sizes4 ScaledSizes(const Settings& settings, const Array& src) {
  const size_t h = settings.channels_last ? 1 : 2;
  Sizes4 sizes = src.sizes;
  sizes[h] = ScaledSize(sizes[h], settings.problem.scale_h, "height");
  sizes[h + 1] = ScaledSize(sizes[h + 1], settings.problem.scale_w, "width");
  return sizes;
}

DataType TypeNamed(nb::handle dtype) {
  // Types of NumPy and PyTorch say their name in str(): "float32" and
  // "torch.float32".
  std::string name = Str(dtype);
  if (name.starts_with("torch.")) name.erase(0, std::string("torch.").size());
  for (const DataType type : {DataType::kFloat32, DataType::kFloat16,
                              DataType::kBFloat16, DataType::kFloat64}) {
    if (name == NameOf(type)) return type;
  }
  throw TypeError(fmt::format(
      "dtype: is {}, expected float16, bfloat16, float32 or float64", name));
}

Direction DirectionNamed(nb::handle direction) {
  return IsSecond(direction, "direction", "backward", "forward")
             ? Direction::kForward
             : Direction::kBackward;
}

}  // namespace backlerp::python
