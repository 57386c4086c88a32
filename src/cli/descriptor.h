// Copyright 2026 The Backlerp Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BACKLERP_SRC_CLI_DESCRIPTOR_H_
#define BACKLERP_SRC_CLI_DESCRIPTOR_H_

#include <unistd.h>

#include <utility>

namespace backlerp::cli {

// A file descriptor that closes itself, unless it is a standard stream.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ > STDERR_FILENO) close(number_);
  }
  Descriptor(Descriptor&& other) noexcept
      : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int get() const { return number_; }

 private:
  int number_;
};

}  // namespace backlerp::cli

#endif  // BACKLERP_SRC_CLI_DESCRIPTOR_H_
