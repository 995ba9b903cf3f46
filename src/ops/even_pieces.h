#pragma once

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstdint>

namespace disgnn::ops {

/// 0 .. total-1 cut into pieces of one size. How does not depend on the number of threads: alone,
/// oneDNN would spread a product over the threads, which may add up in another order.
struct EvenPieces {
  std::int64_t total;
  std::int64_t size;
  std::int64_t count;
};

/// Pieces of at most `at_most`: a multiple of eight where there is enough, for even shares.
inline EvenPieces even_pieces(std::int64_t total, std::int64_t at_most) {
  const std::int64_t wanted =
      std::max<std::int64_t>(8, (total + 8 * at_most - 1) / (8 * at_most) * 8);
  const std::int64_t size = std::max<std::int64_t>(1, (total + wanted - 1) / wanted);
  return {total, size, (total + size - 1) / size};
}

struct Piece {
  std::int64_t number;
  std::int64_t first;
  std::int64_t count;
};

inline Piece piece_of(const EvenPieces& pieces, std::int64_t number) {
  const std::int64_t first = number * pieces.size;
  return {number, first, std::min(pieces.size, pieces.total - first)};
}

/// Calls body(piece) for all of them, in parallel.
template <typename Body>
void for_each_piece(const EvenPieces& pieces, const Body& body) {
  at::parallel_for(0, pieces.count, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) body(piece_of(pieces, i));
  });
}

}  // namespace disgnn::ops
