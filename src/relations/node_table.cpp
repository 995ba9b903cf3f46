#include "relations/node_table.h"

#include "ops/even_pieces.h"
#include "ops/gemm.h"

namespace disgnn::relations {
namespace {

constexpr std::int64_t kRowsPerPiece = 2048;

}  // namespace

std::vector<double> gram(const NodeTable& a, const NodeTable& b) {
  const ops::EvenPieces pieces = ops::even_pieces(a.rows, kRowsPerPiece);
  const std::int64_t size = a.columns * b.columns;
  std::vector<float> parts(pieces.count * size);
  ops::for_each_piece(pieces, [&](const ops::Piece& piece) {
    ops::gemm({.a_side = ops::MatrixSide::kTransposed,
               .b_side = ops::MatrixSide::kPlain,
               .m = a.columns,
               .n = b.columns,
               .k = piece.count,
               .add = false,
               .a_stride = a.width,
               .b_stride = b.width},
              a.row(piece.first), b.row(piece.first), parts.data() + piece.number * size);
  });
  std::vector<double> sums(size, 0.0);
  for (std::int64_t p = 0; p < pieces.count; ++p) {
    for (std::int64_t i = 0; i < size; ++i) sums[i] += parts[p * size + i];
  }
  return sums;
}

NodeTable multiply(const NodeTable& a, const std::vector<double>& m, std::int64_t columns) {
  const std::vector<float> right(m.begin(), m.end());
  NodeTable product(a.rows, columns);
  ops::for_each_piece(ops::even_pieces(a.rows, kRowsPerPiece), [&](const ops::Piece& piece) {
    ops::gemm({.a_side = ops::MatrixSide::kPlain,
               .b_side = ops::MatrixSide::kPlain,
               .m = piece.count,
               .n = columns,
               .k = a.columns,
               .add = false,
               .a_stride = a.width,
               .out_stride = product.width},
              a.row(piece.first), right.data(), product.row(piece.first));
  });
  return product;
}

std::vector<double> column_sums(const NodeTable& table) {
  const ops::EvenPieces pieces = ops::even_pieces(table.rows, kRowsPerPiece);
  std::vector<double> parts(pieces.count * table.width, 0.0);
  ops::for_each_piece(pieces, [&](const ops::Piece& piece) {
    double* const sums = parts.data() + piece.number * table.width;
    for (std::int64_t r = piece.first; r < piece.first + piece.count; ++r) {
      for (std::int64_t i = 0; i < table.width; ++i) sums[i] += table.row(r)[i];
    }
  });
  std::vector<double> sums(table.width, 0.0);
  for (std::int64_t p = 0; p < pieces.count; ++p) {
    for (std::int64_t i = 0; i < table.width; ++i) sums[i] += parts[p * table.width + i];
  }
  return sums;
}

}  // namespace disgnn::relations
