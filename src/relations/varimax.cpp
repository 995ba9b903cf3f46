#include "relations/varimax.h"

#include <algorithm>
#include <cmath>

#include "ops/even_pieces.h"
#include "relations/small_matrices.h"

namespace disgnn::relations {
namespace {

constexpr std::int64_t kMostRows = 20'000;
constexpr double kSmallestTurn = 1e-3;

NodeTable evenly_spaced_rows(const NodeTable& table) {
  if (table.rows <= kMostRows) return table;
  NodeTable some(kMostRows, table.columns);
  for (std::int64_t r = 0; r < kMostRows; ++r) {
    std::copy_n(table.row(r * table.rows / kMostRows), table.width, some.row(r));
  }
  return some;
}

void for_each_row(NodeTable& table, const auto& body) {
  ops::for_each_piece(ops::even_pieces(table.rows, 2048), [&](const ops::Piece& piece) {
    for (std::int64_t r = piece.first; r < piece.first + piece.count; ++r) body(table.row(r));
  });
}

std::vector<double> identity(std::int64_t n) {
  std::vector<double> matrix(n * n, 0.0);
  for (std::int64_t i = 0; i < n; ++i) matrix[i * n + i] = 1;
  return matrix;
}

}  // namespace

NodeTable varimax(const NodeTable& columns, const ProgressCallback& step) {
  const std::int64_t n = columns.columns;
  NodeTable basis = evenly_spaced_rows(columns);
  const auto unit = static_cast<float>(std::sqrt(static_cast<double>(columns.rows)));
  for_each_row(basis, [&](float* row) {
    for (std::int64_t i = 0; i < n; ++i) row[i] *= unit;
  });
  std::vector<double> rotation = identity(n);
  for (int turns = 0; turns < kMostTurns; ++turns) {
    if (step) step();
    NodeTable turned = multiply(basis, rotation, n);
    NodeTable squares = turned;
    for_each_row(squares, [&](float* row) {
      for (std::int64_t i = 0; i < n; ++i) row[i] *= row[i];
    });
    const std::vector<double> sums = column_sums(squares);
    for_each_row(turned, [&](float* row) {
      for (std::int64_t i = 0; i < n; ++i) {
        const auto mean = static_cast<float>(sums[i] / static_cast<double>(turned.rows));
        row[i] *= row[i] * row[i] - mean;
      }
    });
    // The nearest rotation to the gradient (Jennrich 2001).
    const std::vector<double> next = nearest_rotation(gram(basis, turned), n);
    double turn = 0;
    for (std::int64_t i = 0; i < n * n; ++i) {
      turn = std::max(turn, std::abs(next[i] - rotation[i]));
    }
    rotation = next;
    if (turn < kSmallestTurn) break;
  }
  NodeTable turned = multiply(columns, rotation, n);
  NodeTable cubes = turned;
  for_each_row(cubes, [&](float* row) {
    for (std::int64_t i = 0; i < n; ++i) row[i] *= row[i] * row[i];
  });
  const std::vector<double> skew = column_sums(cubes);
  for_each_row(turned, [&](float* row) {
    for (std::int64_t i = 0; i < n; ++i) {
      if (skew[i] < 0) row[i] = -row[i];
    }
  });
  return turned;
}

}  // namespace disgnn::relations
