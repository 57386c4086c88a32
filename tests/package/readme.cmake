# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Every block of C++ in README.md compiles as it stands against the installed
# package; those with a main function also run.

file(READ ${SOURCE_DIR}/README.md text)
# CMake would take these for list syntax.
string(REPLACE ";" "<semicolon>" text "${text}")
string(REPLACE "[" "<bracket>" text "${text}")
string(REPLACE "]" "<endbracket>" text "${text}")
string(REGEX MATCHALL "```cpp\n[^`]*```" blocks "${text}")
list(LENGTH blocks count)
if(count LESS 2)
  message(FATAL_ERROR "README.md has ${count} blocks of C++, expected 2 or more")
endif()

set(index 0)
foreach(block IN LISTS blocks)
  math(EXPR index "${index} + 1")
  string(REGEX REPLACE "^```cpp\n|```$" "" block "${block}")
  string(REPLACE "<semicolon>" ";" block "${block}")
  string(REPLACE "<bracket>" "[" block "${block}")
  string(REPLACE "<endbracket>" "]" block "${block}")
  file(WRITE ${TEST_DIR}/block${index}.cpp "${block}")
  set(compile ${CXX} -std=c++20 -Wall -Wextra -Wpedantic -Werror
      block${index}.cpp -I${PREFIX}/include)
  if(block MATCHES "int main\\(")
    run(${compile} -o block${index} -L${LIB_DIR} -lbacklerp)
    run_with_libraries(./block${index})
    # The comment behind the last printf says what it prints.
    if(block MATCHES "// prints ([^\n]*)\n")
      set(expected "${CMAKE_MATCH_1}\n")
      if(NOT output STREQUAL expected)
        message(FATAL_ERROR "block ${index} printed ${output}")
      endif()
    endif()
  else()
    run(${compile} -c -o block${index}.o)
  endif()
endforeach()
