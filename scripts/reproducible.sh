#!/usr/bin/env bash
# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Builds the libraries twice, in two places and without a compiler cache, and
# compares them byte by byte. Some minutes.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for copy in first second/elsewhere; do
  mkdir -p "$work/$copy"
  cp -r "$root"/{CMakeLists.txt,cmake,include,src,LICENSE} "$work/$copy"
  (
    unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER
    cmake -S "$work/$copy" -B "$work/$copy/build" -G Ninja \
      -DCMAKE_BUILD_TYPE=Release -DBACKLERP_BUILD_TESTS=OFF \
      -DBACKLERP_BUILD_EXAMPLES=OFF -DBACKLERP_BUILD_CLI=OFF > /dev/null
    CCACHE_DISABLE=1 cmake --build "$work/$copy/build" > /dev/null
  )
done

compared=0
for first in "$work"/first/build/lib/lib*.so; do
  name=$(basename "$first")
  [[ ! -L $first || $name == libbacklerp.so ]] || continue
  cmp "$first" "$work/second/elsewhere/build/lib/$name"
  sha256sum "$first" | awk -v name="$name" '{ print $1, name }'
  compared=$(( compared + 1 ))
done
(( compared >= 4 ))
echo "$compared libraries, the same bytes twice"
