#!/usr/bin/env bash
# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Installs the Debian packages that Backlerp is built from, those that are
# missing:
#   scripts/setup.sh run    what it takes to build the library and the examples
#   scripts/setup.sh test   also what ./test needs
#   scripts/setup.sh bench  what ./bench builds and compares with
#   scripts/setup.sh python also what the Python package is built, tested and
#                           tried with
#   scripts/setup.sh analysis   coverage, valgrind and cppcheck
#   scripts/setup.sh arm    the cross compiler, the emulator and the libraries
#                           for 64-bit Arm, which are added to the system as
#                           packages of a second architecture
# Installing takes root; where nothing is missing nothing is done.

set -euo pipefail

run_packages=(cmake ninja-build g++ pkg-config
              libhwy-dev libtbb-dev libfmt-dev libpng-dev libcli11-dev)
test_packages=(libgtest-dev libgmock-dev binutils ccache python3-numpy
               clang libclang-rt-14-dev clang-format clang-tidy)
arm_packages=(g++-aarch64-linux-gnu qemu-user
              libhwy-dev:arm64 libtbb-dev:arm64 libfmt-dev:arm64)
python_packages=(ccache python3-dev python3-venv python3-pip python3-numpy
                 python3-torch python3-pytest python3-matplotlib python3-dask)
analysis_packages=(gcovr valgrind cppcheck)
bench_packages=(python3 python3-torch python3-numpy python3-matplotlib
                libdnnl-dev)

case "${1-}" in
  run) packages=("${run_packages[@]}") ;;
  test) packages=("${run_packages[@]}" "${test_packages[@]}") ;;
  arm) packages=("${arm_packages[@]}") ;;
  python) packages=("${run_packages[@]}" "${python_packages[@]}") ;;
  analysis) packages=("${run_packages[@]}" "${test_packages[@]}"
                      "${analysis_packages[@]}") ;;
  bench) packages=("${run_packages[@]}" "${bench_packages[@]}") ;;
  *)
    echo "usage: scripts/setup.sh run|test|python|analysis|arm|bench" >&2
    exit 2
    ;;
esac

if ! command -v apt-get dpkg-query > /dev/null; then
  echo "setup: not a Debian system; this needs the equivalents of:" \
       "${packages[*]}" >&2
  exit 0
fi

# is_installed NAME[:ARCHITECTURE]. A package may be there for several.
is_installed() {
  local wanted=$architecture
  [[ $1 != *:* ]] || wanted=${1#*:}
  dpkg-query -W -f '${Architecture} ${db:Status-Status}\n' "${1%:*}" \
    2> /dev/null | grep -q -x -E "(all|$wanted) installed"
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
  [[ $1 != arm ]] || echo "setup: sudo dpkg --add-architecture arm64" >&2
  echo "setup: sudo apt-get install ${missing[*]}" >&2
  exit 1
fi

echo "setup: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
apt=(apt-get -qq -o Dpkg::Use-Pty=0
     -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
added_architecture=
if [[ $1 == arm ]] && ! dpkg --print-foreign-architectures | grep -q -x arm64
then
  dpkg --add-architecture arm64
  added_architecture=arm64
fi
if ! { "${apt[@]}" update < /dev/null &&
       "${apt[@]}" install -y --no-install-recommends "${missing[@]}" \
         < /dev/null > /dev/null; }; then
  [[ -z $added_architecture ]] ||
    dpkg --remove-architecture "$added_architecture" || true
  echo "setup: could not install ${missing[*]}" >&2
  exit 1
fi
echo "setup: done"
