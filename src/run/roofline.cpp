#include "disgnn/run/roofline.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include "disgnn/core/error.h"
#include "disgnn/core/random.h"
#include "ops/kernels/roofline_kernels.h"

namespace disgnn::run {
namespace {

constexpr int kRooflineRepetitions = 4;

template <typename Body>
double seconds_of(const Body& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Of the fastest of several repetitions: a limit is what the machine reaches undisturbed.
template <typename Body>
double least_seconds_of(const Body& body) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kRooflineRepetitions; ++i) least = std::min(least, seconds_of(body));
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

struct GatherProbe::State {
  explicit State(GatherTable wanted);
  /// Seconds for reading all rows of the order.
  double run(std::int64_t prefetched_rows);
  [[nodiscard]] double gb_s(double seconds) const {
    return static_cast<double>(order.size()) * static_cast<double>(table.width * sizeof(float)) /
           seconds * 1e-9;
  }

  GatherTable table;
  at::Tensor values;
  std::vector<NodeId> order;
  std::vector<float> sums;  ///< of every thread
  std::int64_t best_distance = 0;
  double least_seconds = std::numeric_limits<double>::infinity();
};

GatherProbe::State::State(GatherTable wanted) : table(wanted), sums(at::get_num_threads()) {
  constexpr std::int64_t kBytesPerThread = std::int64_t{32} << 20U;
  constexpr std::int64_t kMostRowsPerThread = std::int64_t{1} << 18U;
  // Far larger than any cache; more would only take time and room.
  constexpr std::int64_t kLargestTable = std::int64_t{1} << 30U;
  DISGNN_ASSERT(table.width > 0);
  const auto row_bytes = table.width * static_cast<std::int64_t>(sizeof(float));
  table.rows =
      std::clamp<std::int64_t>(table.rows, 1, std::max<std::int64_t>(1, kLargestTable / row_bytes));
  values = at::ones({table.rows, table.width}, at::kFloat);
  const std::int64_t rows_per_thread =
      std::clamp<std::int64_t>(kBytesPerThread / row_bytes, 1, kMostRowsPerThread);
  const RandomStream stream(0, RandomPurpose::kRoofline);
  order.resize(sums.size() * rows_per_thread);
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = static_cast<NodeId>(stream.below(i, table.rows));
  }
}

double GatherProbe::State::run(std::int64_t prefetched_rows) {
  const auto threads = static_cast<std::int64_t>(sums.size());
  const std::int64_t rows = static_cast<std::int64_t>(order.size()) / threads;
  return seconds_of([&] {
    on_every_thread(threads, [&](std::int64_t thread) {
      sums[thread] = ops::sum_gathered_rows({values.data_ptr<float>(), table.width,
                                             order.data() + thread * rows, rows, prefetched_rows});
    });
  });
}

GatherProbe::GatherProbe(const GatherTable& table) : state_(std::make_unique<State>(table)) {
  for (const std::int64_t distance : {0, 1, 2, 4, 8, 16, 32}) {
    for (int i = 0; i < kRooflineRepetitions; ++i) {
      const double seconds = state_->run(distance);
      if (seconds >= state_->least_seconds) continue;
      state_->least_seconds = seconds;
      state_->best_distance = distance;
    }
  }
}

GatherProbe::~GatherProbe() = default;

double GatherProbe::best_gb_s() const {
  return state_->gb_s(state_->least_seconds);
}

double GatherProbe::gb_s() {
  return state_->gb_s(state_->run(state_->best_distance));
}

Roofline::Roofline(std::int64_t width)
    : fma_gflops_(measure_fma_gflops()),
      l2_gb_s_(GatherProbe(table_of_bytes(l2_bytes() / 2, width)).best_gb_s()),
      l3_gb_s_(GatherProbe(table_of_bytes(l3_bytes() / 4, width)).best_gb_s()),
      memory_gb_s_(GatherProbe(table_of_bytes(8 * l3_bytes(), width)).best_gb_s()) {}

double Roofline::least_seconds(const PassCost& cost, double gather_gb_s) const {
  const double arithmetic = cost.flops / (1e9 * fma_gflops_);
  if (cost.gathered_values == 0) return arithmetic;
  return std::max(arithmetic, sizeof(float) * cost.gathered_values / (1e9 * gather_gb_s));
}

}  // namespace disgnn::run
