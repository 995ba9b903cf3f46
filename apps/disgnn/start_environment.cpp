#include "start_environment.h"

#include <dlfcn.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "block_allocator.h"

namespace disgnn::app {
namespace {

constexpr std::array<std::string_view, 7> kComputingCommands = {
    "bench", "edges", "embed", "predict", "reproduce", "train", "tune"};

/// Kernels without AVX2, by the names OpenBLAS gives them.
constexpr std::array<std::string_view, 15> kOldCores = {
    "Prescott", "Core2",     "Penryn",     "Dunnington",  "Nehalem",
    "Atom",     "Katmai",    "Coppermine", "Northwood",   "Banias",
    "Opteron",  "Barcelona", "Bobcat",     "Sandybridge", "Bulldozer"};

template <std::size_t Count>
bool contains(const std::array<std::string_view, Count>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const char* best_core_type() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) return "SkylakeX";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
#endif
  return nullptr;
}

bool is_set(const char* name) {
  return std::getenv(name) != nullptr;
}

/// True when OpenBLAS runs older kernels than the processor could, and that was put right.
bool tune_blas() {
  if (is_set("OPENBLAS_CORETYPE")) return false;
  using CoreName = char* (*)();
  const auto core_name = reinterpret_cast<CoreName>(dlsym(RTLD_DEFAULT, "openblas_get_corename"));
  const char* const better = best_core_type();
  if (core_name == nullptr || better == nullptr || !contains(kOldCores, core_name())) return false;
  return setenv("OPENBLAS_CORETYPE", better, 0) == 0;
}

/// How long idle threads spin before they sleep: long enough for the gap between two operations,
/// not so long that they take the processor from others on a busy machine.
bool tune_threads() {
  if (is_set("GOMP_SPINCOUNT") || is_set("OMP_WAIT_POLICY")) return false;
  return setenv("GOMP_SPINCOUNT", "10000", 0) == 0;
}

/// Keeps memory that is given back instead of returning it to the system, which would have to clear
/// every page again in the next step.
void keep_freed_memory() {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TOP_PAD, 1 << 20);
}

}  // namespace

void tune_allocator(const run::Settings& settings) {
  const bool lean = settings.memory == nn::MemoryUse::kLean;
  use_block_allocator(lean ? FreedBlocks::kReturn : FreedBlocks::kKeep);
  if (!lean) keep_freed_memory();
}

void tune_start_environment(int argc, char** argv) {
  if (argc < 2 || !contains(kComputingCommands, argv[1])) return;
  const bool blas = tune_blas();
  const bool threads = tune_threads();
  if (blas || threads) {
    execv("/proc/self/exe", argv);  // returns only when it fails; then we go on, slower
  }
}

}  // namespace disgnn::app
