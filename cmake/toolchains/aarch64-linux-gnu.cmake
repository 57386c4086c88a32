# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Builds for 64-bit Arm on another Debian machine: Debian's cross compiler, the
# arm64 packages of the libraries beside the machine's own, and qemu-user to run
# the result (scripts/setup.sh aarch64 installs them).

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

set(triplet aarch64-linux-gnu)
set(CMAKE_C_COMPILER ${triplet}-gcc)
set(CMAKE_CXX_COMPILER ${triplet}-g++)

# The machine's own libraries are never a substitute.
set(CMAKE_LIBRARY_ARCHITECTURE ${triplet})
set(CMAKE_SYSTEM_LIBRARY_PATH /usr/lib/${triplet})
set(CMAKE_IGNORE_PREFIX_PATH /usr/local)
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/${triplet}/pkgconfig)

# All that qemu knows: NEON, SVE and SVE2, whose vectors get their width from
# the one who starts it (QEMU_CPU).
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
