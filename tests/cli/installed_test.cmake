# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# The installed command runs from where it lies, also after the tree has been
# moved, with the libraries beside it; and what belongs to it is there.
#   cmake -D PREFIX=... -D WORK_DIR=... -P installed_test.cmake

cmake_policy(VERSION 3.25)

set(moved ${WORK_DIR}/moved)
file(REMOVE_RECURSE ${WORK_DIR})
file(COPY ${PREFIX}/ DESTINATION ${moved})
execute_process(COMMAND ${moved}/bin/backlerp info OUTPUT_VARIABLE info
                COMMAND_ERROR_IS_FATAL ANY)
foreach(library backlerp ascendcl nnopbase opapi)
  if(NOT info MATCHES " ${moved}/[^\n]*/lib${library}\\.so")
    message(SEND_ERROR "lib${library}.so is not that of ${moved}:\n${info}")
  endif()
endforeach()
foreach(file man/man1/backlerp.1 bash-completion/completions/backlerp
        zsh/site-functions/_backlerp fish/vendor_completions.d/backlerp.fish)
  if(NOT EXISTS ${moved}/share/${file})
    message(SEND_ERROR "share/${file} is not installed")
  endif()
endforeach()
