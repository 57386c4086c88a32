# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Every option that --help of a sub-command names is in the man page and in the
# three shells' completions, and these name no option that there is not. The man
# page is clean for man, where that is installed.
#   cmake -D PROGRAM=... -D SOURCE_DIR=... -P documents_test.cmake

cmake_policy(VERSION 3.25)

file(READ ${SOURCE_DIR}/docs/man/backlerp.1 man)
string(REPLACE "\\-" "-" man "${man}")
set(completion ${SOURCE_DIR}/src/cli/completion)
file(READ ${completion}/backlerp.bash bash)
file(READ ${completion}/_backlerp zsh)
file(READ ${completion}/backlerp.fish fish)
# fish names long options without dashes; variables are declared alike.
string(REPLACE "set -l " "set " fish "${fish}")
string(REGEX REPLACE " -l ([a-z])" " --\\1" fish "${fish}")

set(all_options "")
foreach(command IN ITEMS "" grad forward compare bench info)
  execute_process(COMMAND ${PROGRAM} ${command} --help OUTPUT_VARIABLE help
                  COMMAND_ERROR_IS_FATAL ANY)
  # Only the list: examples and texts name options of others.
  string(REGEX MATCHALL "\n  (-[a-z],)?--[a-z-]+" lines "${help}")
  string(REGEX MATCHALL "--[a-z-]+" options "${lines}")
  if(NOT options)
    message(FATAL_ERROR "no options in the help of \"${command}\":\n${help}")
  endif()
  foreach(option IN LISTS options)
    foreach(document man bash zsh fish)
      if(NOT "${${document}}" MATCHES "${option}[^a-z-]")
        message(SEND_ERROR "${document} lacks ${option} of \"${command}\"")
      endif()
    endforeach()
  endforeach()
  list(APPEND all_options ${options})
endforeach()

foreach(document man bash zsh fish)
  string(REGEX MATCHALL "[^a-z-]--[a-z][a-z-]+" named "${${document}}")
  foreach(option IN LISTS named)
    string(SUBSTRING "${option}" 1 -1 option)
    if(NOT option IN_LIST all_options)
      message(SEND_ERROR "${document} names ${option}, which no command has")
    endif()
  endforeach()
endforeach()

find_program(MAN man)
find_program(GROFF groff)
if(MAN AND GROFF)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C.UTF-8 MANWIDTH=80
      ${MAN} --warnings -l ${SOURCE_DIR}/docs/man/backlerp.1
    OUTPUT_QUIET ERROR_VARIABLE warnings RESULT_VARIABLE result)
  if(result OR warnings)
    message(SEND_ERROR "man --warnings: ${result} ${warnings}")
  endif()
else()
  message(STATUS "man and groff are not installed: the man page was not linted")
endif()
