#pragma once

#include <cstdint>
#include <map>
#include <tuple>

namespace disgnn::run {

/// A table of floats from which whole rows are read at random.
struct GatherTable {
  std::int64_t rows = 0;
  std::int64_t width = 0;
  friend bool operator<(const GatherTable& a, const GatherTable& b) {
    return std::tie(a.rows, a.width) < std::tie(b.rows, b.width);
  }
};

/// What one pass of an operation does at the least.
struct PassCost {
  double flops = 0;            ///< additions, multiplications, comparisons; exp counts one
  double gathered_values = 0;  ///< floats read from `table`, as many times as they are read
  GatherTable table;
};

/// The limits of this machine with the number of threads in use, measured: the rate of fp32
/// multiply-adds on registers, and that of reading random rows from a table that lies in a cache
/// or in memory. No pass can be faster than the slower of its arithmetic at the one rate and its
/// gathering at the other. A graph whose popular rows stay in a nearer cache may beat the second.
class Roofline {
 public:
  /// Measures the peak and, with rows of `width` floats, tables of three sizes. Takes a second.
  explicit Roofline(std::int64_t width);

  [[nodiscard]] double fma_gflops() const { return fma_gflops_; }
  [[nodiscard]] double l2_gb_s() const { return l2_gb_s_; }
  [[nodiscard]] double l3_gb_s() const { return l3_gb_s_; }
  [[nodiscard]] double memory_gb_s() const { return memory_gb_s_; }
  /// Gather rate of one table, measured when first asked for.
  double gather_gb_s(const GatherTable& table);
  /// The least time a pass can take.
  double least_seconds(const PassCost& cost);

 private:
  std::map<GatherTable, double> measured_;  // first: the members below are measured through it
  double fma_gflops_;
  double l2_gb_s_;
  double l3_gb_s_;
  double memory_gb_s_;
};

}  // namespace disgnn::run
