# Every library comes as a Debian package; scripts/bootstrap installs them.
find_package(Torch REQUIRED)
find_package(OpenMP REQUIRED)
# oneDNN; its own CMake file asks for OpenCL, which we do not need.
find_library(DISGNN_DNNL dnnl REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(CLI11 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip)
pkg_check_modules(libhwy REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules(httplib REQUIRED IMPORTED_TARGET cpp-httplib)
