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

bool BoolFrom(nb::handle value, const char* name) {
  if (PyBool_Check(value.ptr())) return value.is(Py_True);
  // numpy.bool_, which is no bool. Its name is numpy.bool since NumPy 2.
  const nb::object numpy_bool = nb::module_::import_("numpy").attr("bool_");
  if (!nb::isinstance(value, numpy_bool)) {
    throw TypeError(
        fmt::format("{}: is {}, expected True or False", name, Repr(value)));
  }
  return PyObject_IsTrue(value.ptr()) != 0;
}

double ScaleFrom(nb::handle scale) {
  if (scale.is_none()) return 0;
  const double value = PyFloat_AsDouble(scale.ptr());
  bool too_large = false;
  if (PyErr_Occurred() != nullptr) {
    // An integer beyond all doubles is a number, but none that will do.
    too_large = PyErr_ExceptionMatches(PyExc_OverflowError) != 0;
    PyErr_Clear();
    if (!too_large) {
      throw TypeError(fmt::format("scales: has {}, expected a number or None",
                                  Repr(scale)));
    }
  }
  if (too_large || !std::isfinite(value) || value < 0) {
    throw ValueError(fmt::format(
        "scales: has {}, expected a finite number > 0, or 0 or None where the "
        "sizes decide",
        Repr(scale)));
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
  constexpr double kTooLarge = 0x1p63;
  const double scaled = std::floor(static_cast<double>(size) * scale);
  if (scaled >= 1 && scaled < kTooLarge) return static_cast<int64_t>(scaled);
  throw ValueError(fmt::format("scales: {} gives the {} {}, expected {}", scale,
                               axis, scaled,
                               scaled < 1 ? "at least 1" : "a 64-bit integer"));
}

}  // namespace

Settings SettingsOf(Direction direction, nb::handle align_corners,
                    nb::handle scales, nb::handle layout, nb::handle threads,
                    nb::handle coordinates) {
  Settings settings;
  settings.problem.direction = direction;
  settings.problem.align_corners = BoolFrom(align_corners, "align_corners");
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
  const Problem& problem = settings.problem;
  if (problem.scale_h == 0 || problem.scale_w == 0) {
    throw ValueError(
        "output_size: is None, needed unless both scales are given");
  }
  Sizes4 sizes = src.sizes;
  sizes[h] = ScaledSize(sizes[h], problem.scale_h, "height");
  sizes[h + 1] = ScaledSize(sizes[h + 1], problem.scale_w, "width");
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
