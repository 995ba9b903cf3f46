#pragma once

#include <cstdint>
#include <memory>

namespace disgnn::run {

/// A table of floats from which whole rows are read at random.
struct GatherTable {
  std::int64_t rows = 0;
  std::int64_t width = 0;
};

/// What one pass of an operation does at the least.
struct PassCost {
  double flops = 0;            ///< additions, multiplications, comparisons; exp counts one
  double gathered_values = 0;  ///< floats read from `table`, as many times as they are read
  GatherTable table;
};

/// Reads random rows of one table, over and over: the rate depends on the caches the table fits and
/// on what else the machine is doing just then.
class GatherProbe {
 public:
  explicit GatherProbe(const GatherTable& table);
  ~GatherProbe();
  GatherProbe(const GatherProbe&) = delete;
  GatherProbe& operator=(const GatherProbe&) = delete;

  /// The best of many runs at the start, with which it found the best way to fetch rows ahead.
  [[nodiscard]] double best_gb_s() const;
  /// One run more that way; a few milliseconds.
  double gb_s();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The limits of this machine with the number of threads in use, measured: the rate of fp32
/// multiply-adds on registers, and that of reading random rows from a table that lies in a cache
/// or in memory, each the best of several runs. No pass can be faster than the slower of its
/// arithmetic at the one rate and its gathering at the other, as far as rows are as likely as each
/// other: a graph whose popular rows stay in a nearer cache may beat the second.
class Roofline {
 public:
  /// Measures the peak and, with rows of `width` floats, tables of three sizes. Takes a second.
  explicit Roofline(std::int64_t width);

  [[nodiscard]] double fma_gflops() const { return fma_gflops_; }
  [[nodiscard]] double l2_gb_s() const { return l2_gb_s_; }
  [[nodiscard]] double l3_gb_s() const { return l3_gb_s_; }
  [[nodiscard]] double memory_gb_s() const { return memory_gb_s_; }
  /// The least time a pass can take where rows of its table are gathered at this rate.
  [[nodiscard]] double least_seconds(const PassCost& cost, double gather_gb_s) const;

 private:
  double fma_gflops_;
  double l2_gb_s_;
  double l3_gb_s_;
  double memory_gb_s_;
};

}  // namespace disgnn::run
