# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# A project laid out like the vendor's samples.

run(${CMAKE_COMMAND} -E env ASCEND_CUSTOM_PATH=${PREFIX}
    ${CMAKE_COMMAND} -S ${SOURCE_DIR}/tests/package/ops_cv_sample -B build
    -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${CXX}
    -D EXAMPLE=${SOURCE_DIR}/examples/gradient_3x3.cpp)
run(${CMAKE_COMMAND} --build build)
expect_gradient(build/sample)
