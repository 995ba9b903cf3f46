# Every library comes as a Debian package; scripts/bootstrap installs them. The versions are those of
# Debian bookworm, with which everything is tested.
find_package(Torch 1.13 REQUIRED)
find_package(OpenMP 4.5 REQUIRED)
# oneDNN; its own CMake file asks for OpenCL, which we do not need.
find_library(DISGNN_DNNL dnnl REQUIRED)
find_package(fmt 9.1 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(tomlplusplus 3.3 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(ZLIB 1.2 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip>=1.7)
pkg_check_modules(libhwy REQUIRED IMPORTED_TARGET libhwy>=1.0)
pkg_check_modules(httplib REQUIRED IMPORTED_TARGET cpp-httplib>=0.11)
