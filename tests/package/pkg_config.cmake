# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# The installed pkg-config file, also after the tree was moved, and the file
# of a build with another library directory.

find_program(PKG_CONFIG pkg-config REQUIRED)

# Flags for the package whose .pc file is in `directory`, in `flags`.
function(read_flags directory)
  run(${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${directory}
      ${PKG_CONFIG} --cflags --libs backlerp)
  separate_arguments(flags UNIX_COMMAND "${output}")
  set(flags "${flags}" PARENT_SCOPE)
endfunction()

file(COPY ${PREFIX}/ DESTINATION ${TEST_DIR}/moved)
read_flags(${TEST_DIR}/moved/${INSTALL_LIBDIR}/pkgconfig)
run(${CXX} ${SOURCE_DIR}/examples/gradient_3x3.cpp -o gradient ${flags})
expect_gradient(./gradient)

# expect_directory(LIBDIR EXPECTED): where -L leads in a build configured with
# CMAKE_INSTALL_LIBDIR=LIBDIR, its file being in TEST_DIR/tree.
function(expect_directory libdir expected)
  file(REMOVE_RECURSE ${TEST_DIR}/build)
  run(${CMAKE_COMMAND} -S ${SOURCE_DIR} -B build -G ${GENERATOR}
      -D CMAKE_C_COMPILER=${CC} -D CMAKE_CXX_COMPILER=${CXX}
      -D CMAKE_INSTALL_LIBDIR=${libdir} -D BACKLERP_BUILD_TESTS=OFF
      -D BACKLERP_BUILD_EXAMPLES=OFF -D BACKLERP_BUILD_CLI=OFF)
  set(directory ${TEST_DIR}/tree/lib/triplet/pkgconfig)
  # file(COPY) leaves a file of the same second as it is.
  file(REMOVE_RECURSE ${directory})
  file(COPY ${TEST_DIR}/build/backlerp.pc DESTINATION ${directory})
  read_flags(${directory})
  list(FILTER flags INCLUDE REGEX "^-L")
  string(SUBSTRING "${flags}" 2 -1 found)
  cmake_path(NORMAL_PATH found)
  if(NOT found STREQUAL expected)
    message(FATAL_ERROR "-L leads to ${found}, not to ${expected}")
  endif()
endfunction()

expect_directory(lib/triplet ${TEST_DIR}/tree/lib/triplet)
expect_directory(/opt/elsewhere/lib /opt/elsewhere/lib)
