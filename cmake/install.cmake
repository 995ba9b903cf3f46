# `cmake --install` gives the program, libdisgnn, its headers and find_package(disgnn).
include(CMakePackageConfigHelpers)

install(TARGETS disgnn_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS disgnn EXPORT disgnn-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/disgnn DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT disgnn-targets NAMESPACE disgnn:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/disgnn)
configure_package_config_file(cmake/disgnn-config.cmake.in
  ${PROJECT_BINARY_DIR}/disgnn-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/disgnn)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/disgnn-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/disgnn-config.cmake
              ${PROJECT_BINARY_DIR}/disgnn-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/disgnn)
