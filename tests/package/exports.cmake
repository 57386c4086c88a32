# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Every library exports exactly what its list in src/exports says;
# libbacklerp.so exports all of that, and else C++ names of backlerp:: only.

function(exported_symbols library result)
  run(${NM} -D --defined-only --format=posix ${LIB_DIR}/lib${library}.so)
  string(REGEX REPLACE " [^\n]*" "" names "${output}")
  string(STRIP "${names}" names)
  string(REPLACE "\n" ";" names "${names}")
  list(SORT names)
  set(${result} "${names}" PARENT_SCOPE)
endfunction()

function(expect_equal library found expected)
  set(missing ${expected})
  list(REMOVE_ITEM missing ${found})
  set(surplus ${found})
  list(REMOVE_ITEM surplus ${expected})
  if(missing OR surplus)
    message(FATAL_ERROR "lib${library}.so lacks: ${missing}\n"
                        "and should not export: ${surplus}")
  endif()
endfunction()

set(all_c_symbols "")
foreach(library ascendcl nnopbase opapi)
  set(list_file ${SOURCE_DIR}/src/exports/${library}.txt)
  file(STRINGS ${list_file} listed)
  set(sorted ${listed})
  list(SORT sorted)
  list(REMOVE_DUPLICATES sorted)
  if(NOT listed OR NOT sorted STREQUAL listed)
    message(FATAL_ERROR "${list_file} must be sorted, unique and not empty")
  endif()
  exported_symbols(${library} found)
  expect_equal(${library} "${found}" "${listed}")
  list(APPEND all_c_symbols ${listed})
endforeach()

exported_symbols(backlerp found)
set(cpp_symbols ${found})
list(FILTER cpp_symbols INCLUDE REGEX "^_ZNK?8backlerp")
if(NOT cpp_symbols)
  message(FATAL_ERROR "libbacklerp.so exports nothing of backlerp::")
endif()
list(REMOVE_ITEM found ${cpp_symbols})
expect_equal(backlerp "${found}" "${all_c_symbols}")
