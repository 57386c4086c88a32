# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# How our own code is compiled. Everything hangs on one interface target, so
# that nothing leaks to a project that includes this one.

add_library(backlerp_options INTERFACE)
target_compile_features(backlerp_options INTERFACE cxx_std_20 c_std_11)
target_compile_options(backlerp_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion $<$<BOOL:${BACKLERP_WERROR}>:-Werror>
  # The numeric contract rounds every operation separately; a fused operation
  # is always written as one (docs/numerics.md).
  -ffp-contract=off
  -fno-math-errno)

# The same bytes wherever the sources lie. Coverage must find them.
if(NOT BACKLERP_COVERAGE)
  target_compile_options(backlerp_options INTERFACE
    -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)
endif()

# Against what a defect could be used for; tests/package/hardening.cmake looks
# at the result.
set(hardening -fstack-protector-strong -fstack-clash-protection)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND hardening -fcf-protection)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64")
  list(APPEND hardening -mbranch-protection=standard)
endif()
target_compile_options(backlerp_options INTERFACE
  ${hardening}
  $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE>
  $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-D_FORTIFY_SOURCE=2>)
set(backlerp_hardened_link LINKER:-z,relro,-z,now,-z,noexecstack,-z,separate-code)
target_link_options(backlerp_options INTERFACE ${backlerp_hardened_link})

if(BACKLERP_SANITIZE)
  target_compile_options(backlerp_options INTERFACE
    -fsanitize=${BACKLERP_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(backlerp_options INTERFACE -fsanitize=${BACKLERP_SANITIZE})
  if(BACKLERP_SANITIZE MATCHES "undefined")
    # What the address sanitizer finds too, and half of the time to compile; and
    # numbers beyond an enum, which callers in C may pass and the library refuses.
    target_compile_options(backlerp_options INTERFACE
      -fno-sanitize=null,object-size,vptr,enum)
  endif()
  if(BACKLERP_SANITIZE MATCHES "implicit-conversion")
    target_compile_options(backlerp_options INTERFACE
      -fsanitize-ignorelist=${CMAKE_CURRENT_LIST_DIR}/sanitizers-ignore.txt)
  endif()
endif()

if(BACKLERP_COVERAGE)
  # Counters are shared by threads; abs-path lets gcov find sources from anywhere.
  target_compile_options(backlerp_options INTERFACE
    --coverage -fprofile-update=atomic -fprofile-abs-path)
  target_link_options(backlerp_options INTERFACE --coverage)
endif()

if(BACKLERP_CLANG_TIDY)
  find_program(CLANG_TIDY clang-tidy REQUIRED)
  set(CMAKE_CXX_CLANG_TIDY ${CLANG_TIDY} --quiet)
endif()

set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
