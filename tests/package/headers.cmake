# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Every public header, included first and alone, is clean under the strictest
# common warnings in every language version that clients use.

# check_headers(NAME STANDARDS c11 c++11... PATTERNS acl/*.h...): one CTest entry
# per compiler and standard. A pattern is relative to include/.
function(check_headers name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "STANDARDS;PATTERNS")
  set(include_dir ${PROJECT_SOURCE_DIR}/include)
  list(TRANSFORM arg_PATTERNS PREPEND ${include_dir}/)
  file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${include_dir} ${arg_PATTERNS})
  if(NOT headers)
    message(FATAL_ERROR "check_headers(${name}): no header matches")
  endif()
  foreach(standard IN LISTS arg_STANDARDS)
    if(standard MATCHES "\\+\\+")
      set(suffix cc)
      set(compilers ${CMAKE_CXX_COMPILER} ${HEADERS_CLANGXX})
    else()
      set(suffix c)
      set(compilers ${CMAKE_C_COMPILER} ${HEADERS_CLANG})
    endif()
    set(sources "")
    foreach(header IN LISTS headers)
      string(MAKE_C_IDENTIFIER ${header} source)
      set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${source}.${suffix})
      # Twice: the include guard works.
      file(CONFIGURE OUTPUT ${source} CONTENT
        "#include <${header}>\n#include <${header}>\ntypedef int not_empty;\n")
      list(APPEND sources ${source})
    endforeach()
    foreach(compiler IN LISTS compilers)
      cmake_path(GET compiler FILENAME compiler_name)
      # aclnn is on the path too: some clients include a bare "acl_meta.h".
      add_test(NAME headers_${name}_${standard}_${compiler_name} COMMAND
        ${compiler} -std=${standard} -Wall -Wextra -Wpedantic -Werror
        -fsyntax-only -I${include_dir} -I${include_dir}/aclnn ${sources})
    endforeach()
  endforeach()
endfunction()

# A second opinion where Clang is installed and not the compiler already.
find_program(HEADERS_CLANG clang)
find_program(HEADERS_CLANGXX clang++)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT HEADERS_CLANGXX OR NOT HEADERS_CLANG)
  set(HEADERS_CLANG "")
  set(HEADERS_CLANGXX "")
  message(STATUS "Public headers are checked with ${CMAKE_CXX_COMPILER} only")
endif()

check_headers(acl STANDARDS c11 c++11 c++14 c++17 c++20
  PATTERNS acl/*.h acl/error_codes/*.h)
check_headers(aclnn STANDARDS c++11 c++14 c++17 c++20
  PATTERNS aclnn/*.h aclnnop/*.h aclnnop/level2/*.h opdev/*.h)
check_headers(backlerp STANDARDS c++20 PATTERNS backlerp/*.h)
