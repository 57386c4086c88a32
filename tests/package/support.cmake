# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Runs the script ${TEST} with these helpers at hand.

cmake_policy(VERSION 3.25)
include(${SETTINGS})
get_filename_component(test_name ${TEST} NAME_WE)
set(TEST_DIR ${WORK_DIR}/${test_name})
file(REMOVE_RECURSE ${TEST_DIR})
file(MAKE_DIRECTORY ${TEST_DIR})

# Runs a command in TEST_DIR; fails the test unless it succeeds. The output is
# in `output` afterwards.
function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${TEST_DIR}
    RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\ngave ${result}:\n${text}")
  endif()
  set(output "${text}" PARENT_SCOPE)
endfunction()

# Runs a command that must fail and say something that matches `expected`.
function(run_failing expected)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${TEST_DIR}
    RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(result EQUAL 0 OR NOT text MATCHES "${expected}")
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nmust fail and say \"${expected}\", but "
                        "gave ${result}:\n${text}")
  endif()
endfunction()

# Runs a program as CANN's users do, with the libraries' directory in
# LD_LIBRARY_PATH.
function(run_with_libraries)
  run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${LIB_DIR} ${ARGN})
  set(output "${output}" PARENT_SCOPE)
endfunction()

# Runs one of the programs gradient_3x3 and checks the nine values it prints.
function(expect_gradient program)
  run_with_libraries(${program})
  string(CONCAT expected
    "  2.8000   6.4800   0.8200\n"
    "  0.0000   0.0000   0.0000\n"
    "  0.0000   0.0000   0.0000\n")
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "${program} printed\n${output}instead of\n${expected}")
  endif()
endfunction()

include(${TEST})
