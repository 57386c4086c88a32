# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# The link lines of CANN's clients, old and new, with nothing added.

set(example ${SOURCE_DIR}/examples/gradient_3x3.cpp)
set(tree -I${PREFIX}/include -L${LIB_DIR})
set(warnings -Wall -Wextra -Wpedantic -Werror)

# Up to 8.1: all operators in libopapi.
run(${CXX} ${warnings} ${example} -o old ${tree} -lascendcl -lnnopbase -lopapi)
expect_gradient(./old)

# Since: the runtime by its new name, operators by domain.
run(${CXX} -std=c++11 ${warnings} ${example} -o new ${tree}
    -I${PREFIX}/include/aclnn -lopapi_cv -lopapi_math -lacl_rt -lnnopbase)
expect_gradient(./new)

# The operators' order and the linker's --as-needed must not matter.
run(${CXX} -std=c++20 ${example} -o as_needed ${tree} -Wl,--as-needed
    -lopapi_cv -lascendcl -lnnopbase)
expect_gradient(./as_needed)

# In C.
run(${CC} -std=c11 ${warnings} ${SOURCE_DIR}/examples/gradient_3x3.c -o plain_c
    ${tree} -lascendcl -lnnopbase -lopapi)
expect_gradient(./plain_c)

# Whoever forgets a library is told so here, not later on a machine with CANN.
# The linker names the first symbol that it misses.
run_failing("undefined reference to symbol 'acl(Create|Destroy)"
            ${CXX} ${example} -o no_nnopbase ${tree} -lascendcl -lopapi)
run_failing("undefined reference to symbol 'acl(rt|Init|Finalize|GetRecent)"
            ${CXX} ${example} -o no_ascendcl ${tree} -lnnopbase -lopapi)
run_failing("undefined reference to symbol 'aclnnUpsampleBilinear2dBackwardV2"
            ${CXX} ${example} -o no_opapi ${tree} -lascendcl -lnnopbase)
