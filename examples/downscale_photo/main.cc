// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

// A job that needs both directions of the operator: which half-size image,
// upsampled bilinearly, comes closest to a given photograph? Averaging pixels
// is the usual answer; least squares finds the best one.

#include <cstdio>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

#include "common/acl_handles.h"
#include "downscale_photo/arguments.h"
#include "downscale_photo/image.h"
#include "downscale_photo/least_squares.h"
#include "downscale_photo/png_file.h"
#include "downscale_photo/progress.h"

namespace examples {
namespace {

// A difference of 32 of 255 grey levels shows as black.
constexpr float kDifferenceFactor = 8.0f;

void MakeFolder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw std::runtime_error(folder.string() +
                             ": cannot be made: " + error.message());
  }
}

// Runs the solver and returns its image.
Image Optimise(LeastSquares* solver, int steps) {
  Progress progress(stdout, steps);
  for (int step = 0; step <= steps; ++step) {
    if (step > 0 && !solver->Step()) break;
    char line[80];
    std::snprintf(line, sizeof(line), "step %4d   PSNR %8.4f dB%s", step,
                  Psnr(solver->mean_squared_error()),
                  step == 0 ? "   (averaging)" : "");
    progress.Step(step, line);
  }
  return solver->solution();
}

// Writes one half-size image, what it upsamples to and how far that is from
// the photograph, and prints the result for the files as they are on disk.
void Report(const std::string& name, const Image& small, const Image& photo,
            LeastSquares* solver, const std::filesystem::path& folder) {
  const Image large = RoundedToBytes(solver->Upsample(RoundedToBytes(small)));
  const auto write = [&](const char* what, const Image& image) {
    WritePng(folder / (what + ("_" + name + ".png")), image);
  };
  write("half", small);
  write("upsampled", large);
  write("difference", Difference(large, photo, kDifferenceFactor));
  std::printf("  %-10s %8.4f dB\n", name.c_str(),
              Psnr(MeanSquaredError(large.values, photo.values)));
}

void Run(const Arguments& arguments) {
  const Image photo = ReadPng(arguments.photo);
  const std::filesystem::path folder = arguments.folder;
  MakeFolder(folder);
  const Image average = AverageDown(photo, HalfOf(photo.size));
  std::printf("%s: %lld x %lld, half size %lld x %lld\n",
              arguments.photo.c_str(), static_cast<long long>(photo.size.width),
              static_cast<long long>(photo.size.height),
              static_cast<long long>(average.size.width),
              static_cast<long long>(average.size.height));

  const Device device;
  const Stream stream;
  LeastSquares solver(photo, average, stream);
  const Image optimised = Optimise(&solver, arguments.steps);

  std::printf("PSNR of the images as written, in whole grey levels:\n");
  Report("average", average, photo, &solver, folder);
  Report("optimised", optimised, photo, &solver, folder);
  std::printf(
      "images: %s/{half,upsampled,difference}_{average,optimised}.png\n",
      arguments.folder.c_str());
}

}  // namespace
}  // namespace examples

int main(int argc, char** argv) {
  try {
    const examples::Arguments arguments = examples::ParseArguments(argc, argv);
    if (arguments.help) {
      std::fputs(examples::kUsage, stdout);
      return 0;
    }
    examples::Run(arguments);
    return 0;
  } catch (const examples::UsageError& error) {
    std::fprintf(stderr, "downscale_photo: %s; --help explains\n",
                 error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "downscale_photo: %s\n", error.what());
    return 1;
  }
}
