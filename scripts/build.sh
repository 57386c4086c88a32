# shellcheck shell=bash
# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Sourced by ./run and ./test: configuring and building one preset
# (CMakePresets.json) into build/<preset>.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# CMake reads these when it first configures a directory. Files whose code does
# not depend on a preset are then compiled for one and copied for the next.
if command -v ccache > /dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_DIR=${CCACHE_DIR:-$root/build/ccache}
fi

# configure PRESET [CMAKE ARGUMENTS...]
configure() {
  (cd "$root" && cmake --preset "$@")
}

# build PRESET [TARGETS...]
build() {
  local preset=$1
  shift
  (cd "$root" && cmake --build --preset "$preset" ${1+--target "$@"})
}
