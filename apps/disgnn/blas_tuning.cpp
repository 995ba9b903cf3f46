#include "blas_tuning.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace disgnn::app {
namespace {

/// Kernels without AVX2, by the names OpenBLAS gives them.
constexpr std::array<std::string_view, 15> kOldCores = {
    "Prescott", "Core2",    "Penryn", "Dunnington", "Nehalem", "Atom",        "Katmai",    "Coppermine",
    "Northwood", "Banias", "Opteron", "Barcelona",  "Bobcat",  "Sandybridge", "Bulldozer"};

const char* best_core_type() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) return "SkylakeX";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
#endif
  return nullptr;
}

}  // namespace

void ensure_fast_blas(char** argv) {
  if (std::getenv("OPENBLAS_CORETYPE") != nullptr) return;
  using CoreName = char* (*)();
  const auto core_name = reinterpret_cast<CoreName>(dlsym(RTLD_DEFAULT, "openblas_get_corename"));
  const char* const better = best_core_type();
  if (core_name == nullptr || better == nullptr) return;
  const std::string_view chosen = core_name();
  if (std::find(kOldCores.begin(), kOldCores.end(), chosen) == kOldCores.end()) return;
  setenv("OPENBLAS_CORETYPE", better, 1);
  execv("/proc/self/exe", argv);  // returns only when it fails; then we go on, slower
}

}  // namespace disgnn::app
