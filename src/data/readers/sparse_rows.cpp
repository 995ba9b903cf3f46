#include "sparse_rows.h"

#include <algorithm>
#include <functional>

namespace disgnn {
namespace {

bool rows_ascend(const SparseFeatures& features) {
  for (std::int64_t r = 0; r < features.rows; ++r) {
    const auto begin = features.column_indices.begin() + features.offsets[r];
    const auto end = features.column_indices.begin() + features.offsets[r + 1];
    if (std::adjacent_find(begin, end, std::greater_equal<>()) != end) return false;
  }
  return true;
}

}  // namespace

void sort_columns(SparseFeatures& features) {
  if (rows_ascend(features)) return;
  struct Cell {
    std::int32_t column;
    float value;
  };
  std::vector<Cell> row;
  std::int64_t written = 0;
  std::int64_t begin = 0;
  for (std::int64_t r = 0; r < features.rows; ++r) {
    const std::int64_t end = features.offsets[r + 1];
    row.clear();
    for (std::int64_t k = begin; k < end; ++k) {
      row.push_back({features.column_indices[k], features.values[k]});
    }
    std::stable_sort(row.begin(), row.end(),
                     [](const Cell& a, const Cell& b) { return a.column < b.column; });
    const std::int64_t row_begin = written;
    for (const Cell& cell : row) {
      if (written > row_begin && features.column_indices[written - 1] == cell.column) {
        features.values[written - 1] += cell.value;
      } else {
        features.column_indices[written] = cell.column;
        features.values[written++] = cell.value;
      }
    }
    begin = end;
    features.offsets[r + 1] = written;
  }
  features.column_indices.resize(written);
  features.values.resize(written);
}

}  // namespace disgnn
