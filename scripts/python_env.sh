#!/usr/bin/env bash
# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Makes a virtual environment with the Python package in it, and with what its
# tests and examples use:
#   scripts/python_env.sh debian   build/python-debian, with Debian's PyTorch
#                                  and NumPy (scripts/setup.sh python)
#   scripts/python_env.sh newest   build/python-newest, with the newest ones
#                                  from PyPI, JAX too; several GB
# The tests, for either one:
#   build/python-newest/bin/python -m pytest tests/python
# What is there already is kept; the package itself is built anew. PYTHON is the
# interpreter, /usr/bin/python3 if not set.

set -euo pipefail
# shellcheck source=scripts/build.sh
source "$(dirname "${BASH_SOURCE[0]}")/build.sh"

python=${PYTHON:-/usr/bin/python3}
case "${1-}" in
  debian)
    options=(--system-site-packages)
    # What is installed from PyPI must go with Debian's NumPy.
    packages=("numpy==$("$python" -c 'import numpy; print(numpy.__version__)')")
    ;;
  newest)
    options=()
    packages=(numpy torch jax pytest matplotlib 'dask[array]')
    ;;
  *)
    echo "usage: scripts/python_env.sh debian|newest" >&2
    exit 2
    ;;
esac
# expecttest is what PyTorch's own test cases want to be imported.
packages+=(ml_dtypes expecttest)

env=$root/build/python-$1
[[ -x $env/bin/python ]] || "$python" -m venv "${options[@]}" "$env"
"$env/bin/pip" install -q "${packages[@]}"
# As the other builds name the compiler, for ccache.
export CC=${CC:-cc} CXX=${CXX:-c++}
"$env/bin/pip" install -q --force-reinstall --no-deps "$root"
