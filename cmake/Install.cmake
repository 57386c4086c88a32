# Copyright 2026 The Backlerp Authors
# SPDX-License-Identifier: Apache-2.0

# Headers, libraries, the command, the CMake package `Backlerp` and the pkg-config
# file.

include(CMakePackageConfigHelpers)

install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h")
install(TARGETS backlerp ascendcl nnopbase opapi EXPORT BacklerpTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The command, where shells and man look for what belongs to it.
if(BACKLERP_BUILD_CLI)
  install(TARGETS backlerp_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES docs/man/backlerp.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES src/cli/completion/backlerp.bash RENAME backlerp
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES src/cli/completion/_backlerp
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES src/cli/completion/backlerp.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Backlerp)
install(EXPORT BacklerpTargets NAMESPACE Backlerp:: DESTINATION ${package_dir})
configure_package_config_file(cmake/BacklerpConfig.cmake.in
  ${PROJECT_BINARY_DIR}/BacklerpConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/BacklerpConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/BacklerpConfig.cmake
              ${PROJECT_BINARY_DIR}/BacklerpConfigVersion.cmake
        DESTINATION ${package_dir})

# The pkg-config file finds its prefix from where it lies, so that an installed
# tree can be moved. Absolute directories stay what they are.
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
  file(RELATIVE_PATH from_file_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" from_file_to_prefix "${from_file_to_prefix}")
  set(pc_prefix "\${pcfiledir}/${from_file_to_prefix}")
endif()
set(pc_libdir "\${prefix}")
cmake_path(APPEND pc_libdir ${CMAKE_INSTALL_LIBDIR})
set(pc_includedir "\${prefix}")
cmake_path(APPEND pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
configure_file(cmake/backlerp.pc.in ${PROJECT_BINARY_DIR}/backlerp.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/backlerp.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# Build files written for CANN link <prefix>/lib64/lib*.so. A prefix that other
# software shares gets no such link.
if(CMAKE_INSTALL_LIBDIR STREQUAL "lib")
  install(CODE [[
    set(lib64 "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/lib64")
    if(NOT EXISTS "${lib64}" AND
       NOT CMAKE_INSTALL_PREFIX MATCHES "^/usr(/local)?/?$")
      file(CREATE_LINK lib "${lib64}" SYMBOLIC)
    endif()
  ]])
endif()
