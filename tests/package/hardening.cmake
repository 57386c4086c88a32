# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# What is installed cannot be turned against its user more easily than it must:
# no memory that is both writable and executable, no executable stack, no
# relocations in code, everything resolved before it is made read-only, canaries
# on stacks, and sizes checked in calls of the C library. And the name that
# programs look for at run time is the one that SECURITY.md promises.

function(expect_matches what text pattern)
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "${what}: no \"${pattern}\" in\n${text}")
  endif()
endfunction()

function(expect_no_match what text pattern)
  if(text MATCHES "${pattern}")
    message(FATAL_ERROR "${what}: \"${pattern}\" in\n${text}")
  endif()
endfunction()

foreach(library backlerp ascendcl nnopbase opapi)
  set(file ${LIB_DIR}/lib${library}.so)
  run(${READELF} --program-headers --wide ${file})
  expect_matches(${library} "${output}" "GNU_RELRO")
  expect_matches(${library} "${output}" "GNU_STACK[^\n]* RW +0x")
  expect_no_match(${library} "${output}" "LOAD[^\n]* RWE ")
  run(${READELF} --dynamic --wide ${file})
  expect_matches(${library} "${output}" "BIND_NOW")
  expect_no_match(${library} "${output}" "TEXTREL")
  set(soname lib${library}.so)
  if(library STREQUAL backlerp)
    set(soname libbacklerp.so.0)
  endif()
  expect_matches(${library} "${output}" "soname: \\[${soname}\\]")
endforeach()

run(${READELF} --dyn-syms --wide ${LIB_DIR}/libbacklerp.so)
expect_matches(backlerp "${output}" "__stack_chk_fail")
expect_matches(backlerp "${output}" "_chk@")
