#pragma once

#include <cstdint>
#include <vector>

#include "relations/kernels/relation_kernels.h"

namespace disgnn::relations {

/// A tall matrix of floats, [rows, columns], whose rows are padded with zeros to `width` floats.
struct NodeTable {
  NodeTable() = default;
  NodeTable(std::int64_t row_count, std::int64_t column_count)
      : rows(row_count),
        columns(column_count),
        width(padded_width(column_count)),
        values(row_count * width, 0.0F) {}

  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t width = 0;
  std::vector<float> values;

  [[nodiscard]] float* row(std::int64_t r) { return values.data() + r * width; }
  [[nodiscard]] const float* row(std::int64_t r) const { return values.data() + r * width; }
};

/// a^T b, [a.columns, b.columns] row-major; sums over blocks of rows are added up in double
/// precision in one order, so that the bits do not depend on the number of threads.
std::vector<double> gram(const NodeTable& a, const NodeTable& b);

/// a * m for m[a.columns, columns] row-major.
NodeTable multiply(const NodeTable& a, const std::vector<double>& m, std::int64_t columns);

/// Sum over the rows of every column, [width].
std::vector<double> column_sums(const NodeTable& table);

}  // namespace disgnn::relations
