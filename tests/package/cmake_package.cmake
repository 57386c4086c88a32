# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# The examples, copied out of the tree, find the installed package by
# find_package and build as a project of their own.

file(COPY ${SOURCE_DIR}/examples DESTINATION ${TEST_DIR})
run(${CMAKE_COMMAND} -S examples -B build -G ${GENERATOR}
    -D CMAKE_C_COMPILER=${CC} -D CMAKE_CXX_COMPILER=${CXX}
    -D CMAKE_PREFIX_PATH=${PREFIX})
run(${CMAKE_COMMAND} --build build)
expect_gradient(build/gradient_3x3)
expect_gradient(build/gradient_3x3_c)

# The photograph, in few steps, and what the program says of bad arguments.
run(build/downscale_photo examples/data/photo.png 2 images)
if(NOT output MATCHES "step +0 +PSNR +([0-9]+\\.[0-9]+)")
  message(FATAL_ERROR "no PSNR of the start in:\n${output}")
endif()
set(start ${CMAKE_MATCH_1})
if(NOT output MATCHES "step +2 +PSNR +([0-9]+\\.[0-9]+)")
  message(FATAL_ERROR "no PSNR of step 2 in:\n${output}")
endif()
if(NOT CMAKE_MATCH_1 GREATER start)
  message(FATAL_ERROR "two steps did not improve the image:\n${output}")
endif()
foreach(kind half upsampled difference)
  foreach(name average optimised)
    if(NOT EXISTS ${TEST_DIR}/images/${kind}_${name}.png)
      message(FATAL_ERROR "no ${kind}_${name}.png was written")
    endif()
  endforeach()
endforeach()
run_failing("missing.png: No such file" build/downscale_photo missing.png)
run_failing("CMakeLists.txt: cannot be read as a PNG image"
            build/downscale_photo examples/CMakeLists.txt)
run_failing("STEPS is \"many\", expected a number"
            build/downscale_photo examples/data/photo.png many)
