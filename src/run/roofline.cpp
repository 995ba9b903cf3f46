#include "disgnn/run/roofline.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include "disgnn/core/random.h"
#include "ops/kernels/roofline_kernels.h"

namespace disgnn::run {
namespace {

constexpr int kRooflineRepetitions = 4;

/// Seconds of the fastest of several repetitions: a limit is what the machine reaches undisturbed.
template <typename Body>
double least_seconds_of(const Body& body) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kRooflineRepetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    body();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    least = std::min(least, time.count());
  }
  return least;
}

/// body(thread) on every thread at once.
template <typename Body>
void on_every_thread(std::int64_t threads, const Body& body) {
  at::parallel_for(0, threads, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t thread = begin; thread < end; ++thread) body(thread);
  });
}

double measure_fma_gflops() {
  constexpr std::int64_t kRounds = 3'000'000;
  const std::int64_t threads = at::get_num_threads();
  std::vector<float> sinks(threads);
  std::vector<double> flops(threads);
  const double seconds = least_seconds_of([&] {
    on_every_thread(threads, [&](std::int64_t thread) {
      flops[thread] = ops::run_multiply_adds(kRounds, sinks[thread]);
    });
  });
  return flops[0] * static_cast<double>(threads) / seconds * 1e-9;
}

double measure_gather_gb_s(GatherTable table) {
  constexpr std::int64_t kBytesPerThread = std::int64_t{32} << 20U;
  constexpr std::int64_t kMostRowsPerThread = std::int64_t{1} << 18U;
  // Far larger than any cache; more would only take time and room.
  constexpr std::int64_t kLargestTable = std::int64_t{1} << 30U;
  const auto row_bytes = table.width * static_cast<std::int64_t>(sizeof(float));
  table.rows =
      std::clamp<std::int64_t>(table.rows, 1, std::max<std::int64_t>(1, kLargestTable / row_bytes));
  const std::int64_t rows_per_thread =
      std::clamp<std::int64_t>(kBytesPerThread / row_bytes, 1, kMostRowsPerThread);
  const std::int64_t threads = at::get_num_threads();

  const at::Tensor values = at::ones({table.rows, table.width}, at::kFloat);
  const RandomStream stream(0, RandomPurpose::kRoofline);
  std::vector<NodeId> order(threads * rows_per_thread);
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = static_cast<NodeId>(stream.below(i, table.rows));
  }
  std::vector<float> sums(threads);
  double seconds = std::numeric_limits<double>::infinity();
  // Which distance is best depends on the row, the cache and the machine; the limit is the best.
  for (const std::int64_t prefetched_rows : {0, 1, 2, 4, 8, 16, 32}) {
    seconds = std::min(seconds, least_seconds_of([&] {
                         on_every_thread(threads, [&](std::int64_t thread) {
                           sums[thread] =
                               ops::sum_gathered_rows({values.data_ptr<float>(), table.width,
                                                       order.data() + thread * rows_per_thread,
                                                       rows_per_thread, prefetched_rows});
                         });
                       }));
  }
  return static_cast<double>(threads * rows_per_thread * row_bytes) / seconds * 1e-9;
}

/// What the C library knows about a cache; virtual machines may hide it.
std::int64_t cache_bytes(int name, std::int64_t usual) {
  const std::int64_t known = ::sysconf(name);
  return known > 0 ? known : usual;
}

std::int64_t l2_bytes() {
  return cache_bytes(_SC_LEVEL2_CACHE_SIZE, std::int64_t{512} << 10U);
}

std::int64_t l3_bytes() {
  return cache_bytes(_SC_LEVEL3_CACHE_SIZE, std::int64_t{16} << 20U);
}

GatherTable table_of_bytes(std::int64_t bytes, std::int64_t width) {
  return {bytes / (width * static_cast<std::int64_t>(sizeof(float))), width};
}

}  // namespace

Roofline::Roofline(std::int64_t width)
    : fma_gflops_(measure_fma_gflops()),
      l2_gb_s_(gather_gb_s(table_of_bytes(l2_bytes() / 2, width))),
      l3_gb_s_(gather_gb_s(table_of_bytes(l3_bytes() / 4, width))),
      memory_gb_s_(gather_gb_s(table_of_bytes(8 * l3_bytes(), width))) {}

double Roofline::gather_gb_s(const GatherTable& table) {
  const auto found = measured_.find(table);
  if (found != measured_.end()) return found->second;
  return measured_[table] = measure_gather_gb_s(table);
}

double Roofline::least_seconds(const PassCost& cost) {
  const double arithmetic = cost.flops / (1e9 * fma_gflops_);
  if (cost.gathered_values == 0) return arithmetic;
  const double bytes = sizeof(float) * cost.gathered_values;
  return std::max(arithmetic, bytes / (1e9 * gather_gb_s(cost.table)));
}

}  // namespace disgnn::run
