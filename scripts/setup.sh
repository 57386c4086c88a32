#!/usr/bin/env bash
# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Installs the Debian packages that Backlerp is built from, those that are
# missing:
#   scripts/setup.sh run    what it takes to build the library and the examples
#   scripts/setup.sh test   also what ./test needs
# Installing takes root; where nothing is missing nothing is done.

set -euo pipefail

run_packages=(cmake ninja-build g++ pkg-config
              libhwy-dev libtbb-dev libfmt-dev libpng-dev)
test_packages=(libgtest-dev libgmock-dev binutils ccache
               clang clang-format clang-tidy)

case "${1-}" in
  run) packages=("${run_packages[@]}") ;;
  test) packages=("${run_packages[@]}" "${test_packages[@]}") ;;
  *)
    echo "usage: scripts/setup.sh run|test" >&2
    exit 2
    ;;
esac

if ! command -v apt-get dpkg-query > /dev/null; then
  echo "setup: not a Debian system; this needs the equivalents of:" \
       "${packages[*]}" >&2
  exit 0
fi

# A package may be there for several architectures.
is_installed() {
  dpkg-query -W -f '${Architecture} ${db:Status-Status}\n' "$1" 2> /dev/null |
    grep -q -x -E "(all|$architecture) installed"
}

architecture=$(dpkg --print-architecture)
missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done
if (( ${#missing[@]} == 0 )); then
  exit 0
fi

if (( EUID != 0 )); then
  echo "setup: these packages are missing, and installing them takes root:" \
       "${missing[*]}" >&2
  echo "setup: sudo apt-get install ${missing[*]}" >&2
  exit 1
fi

echo "setup: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
apt=(apt-get -qq -o Dpkg::Use-Pty=0
     -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
"${apt[@]}" update < /dev/null
"${apt[@]}" install -y --no-install-recommends "${missing[@]}" \
  < /dev/null > /dev/null
echo "setup: done"
