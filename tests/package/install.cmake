# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Installs the build into an empty prefix, for the other tests.
file(REMOVE_RECURSE ${PREFIX})
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${PREFIX})

foreach(name ascendcl acl_rt nnopbase opapi opapi_cv opapi_math backlerp)
  if(NOT EXISTS ${LIB_DIR}/lib${name}.so)
    message(FATAL_ERROR "no lib${name}.so in ${LIB_DIR}")
  endif()
endforeach()
