# What `cmake --install` lays down: the library, its headers, and the files that find_package and
# pkg-config look for.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS keyrack EXPORT keyrackTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/keyrack DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/keyrack)
install(EXPORT keyrackTargets NAMESPACE keyrack:: DESTINATION ${package_dir})
configure_package_config_file(cmake/keyrackConfig.cmake.in
  ${PROJECT_BINARY_DIR}/keyrackConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/keyrackConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/keyrackConfig.cmake
              ${PROJECT_BINARY_DIR}/keyrackConfigVersion.cmake
        DESTINATION ${package_dir})

configure_file(cmake/keyrack.pc.in ${PROJECT_BINARY_DIR}/keyrack.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/keyrack.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
