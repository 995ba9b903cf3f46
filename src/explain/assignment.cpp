#include "disgnn/explain/assignment.h"

#include <limits>

#include "disgnn/core/error.h"

namespace disgnn {
namespace {

/// Shortest augmenting paths; cost(row, column) is minimised, rows <= columns. Row and column 0 are
/// artificial: the path of every new row starts at column 0. Returns the row (from 0) of every
/// column, -1 for columns left over.
template <typename Cost>
std::vector<std::int32_t> match_rows(std::int32_t rows, std::int32_t columns, Cost cost) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> row_potential(rows + 1, 0);
  std::vector<double> column_potential(columns + 1, 0);
  std::vector<std::int32_t> row_of(columns + 1, 0);  // 0 = free
  std::vector<std::int32_t> previous(columns + 1, 0);

  for (std::int32_t row = 1; row <= rows; ++row) {
    std::vector<double> distance(columns + 1, kInfinity);
    std::vector<bool> reached(columns + 1, false);
    row_of[0] = row;
    std::int32_t column = 0;
    do {
      reached[column] = true;
      const std::int32_t current = row_of[column];
      double step = kInfinity;
      std::int32_t closest = 0;
      for (std::int32_t j = 1; j <= columns; ++j) {
        if (reached[j]) continue;
        const double reduced =
            cost(current - 1, j - 1) - row_potential[current] - column_potential[j];
        if (reduced < distance[j]) {
          distance[j] = reduced;
          previous[j] = column;
        }
        if (distance[j] < step) {
          step = distance[j];
          closest = j;
        }
      }
      for (std::int32_t j = 0; j <= columns; ++j) {
        if (reached[j]) {
          row_potential[row_of[j]] += step;
          column_potential[j] -= step;
        } else {
          distance[j] -= step;
        }
      }
      column = closest;
    } while (row_of[column] != 0);
    for (; column != 0; column = previous[column]) row_of[column] = row_of[previous[column]];
  }

  std::vector<std::int32_t> result(columns);
  for (std::int32_t j = 0; j < columns; ++j) result[j] = row_of[j + 1] - 1;
  return result;
}

}  // namespace

std::vector<std::int32_t> best_assignment(std::span<const double> values, std::int32_t rows,
                                          std::int32_t columns) {
  DISGNN_ASSERT(rows >= 0 && columns >= 0);
  DISGNN_ASSERT(values.size() == static_cast<std::size_t>(rows) * columns);
  const auto value = [&](std::int64_t row, std::int64_t column) {
    return values[row * columns + column];
  };
  if (rows > columns) {
    return match_rows(columns, rows, [&](auto column, auto row) { return -value(row, column); });
  }
  const auto row_of_column =
      match_rows(rows, columns, [&](auto row, auto column) { return -value(row, column); });
  std::vector<std::int32_t> column_of_row(rows, -1);
  for (std::int32_t j = 0; j < columns; ++j) {
    if (row_of_column[j] >= 0) column_of_row[row_of_column[j]] = j;
  }
  return column_of_row;
}

}  // namespace disgnn
