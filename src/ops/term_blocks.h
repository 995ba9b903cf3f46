#pragma once

#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>

#include <cstddef>
#include <cstring>

#include "disgnn/core/error.h"
#include "ops/kernels/pair_side.h"

namespace disgnn::ops {

/// Block b of terms[N, B, C, H] as the kernels see it.
template <typename T>
NodeTable<T> term_block(const at::Tensor& terms, std::int64_t b) {
  const std::int64_t width = terms.size(2) * terms.size(3);
  return {terms.data_ptr<std::remove_const_t<T>>() + b * width, terms.size(1) * width};
}

/// Blocks first .. first+count-1 of a table [N, B, C, H] become zero. (ATen's zero_ of such a slice
/// is several times slower.)
inline void zero_blocks(const at::Tensor& table, std::int64_t first, std::int64_t count) {
  if (count == 0) return;
  const auto block = static_cast<std::size_t>(table.size(2) * table.size(3)) * table.itemsize();
  auto* const data = static_cast<std::byte*>(table.data_ptr());
  at::parallel_for(0, table.size(0), 64, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) {
      std::memset(data + (row * table.size(1) + first) * block, 0, count * block);
    }
  });
}

/// The block that scores the other end: Q, or P itself for the dot product.
inline std::int64_t other_block(ScoreKind kind) {
  return score_terms(kind) - 1;
}

inline void check_weight(ScoreKind kind, const at::Tensor& terms, const at::Tensor& w) {
  DISGNN_ASSERT(kind == ScoreKind::kDot || (w.dim() == 2 && w.sizes() == terms.sizes().slice(2)));
}

inline void check_terms(ScoreKind kind, const at::Tensor& terms, const at::Tensor& w,
                        const PairIndex& index, std::int64_t blocks) {
  DISGNN_ASSERT(terms.dim() == 4 && terms.size(0) == index.nodes() && terms.size(1) >= blocks);
  DISGNN_ASSERT(index.nodes() == index.column_nodes());
  check_weight(kind, terms, w);
}

/// [C, H]; where the kind has no such weight, something valid that is never read.
template <typename T>
const T* weight_pointer(ScoreKind kind, const at::Tensor& w, const at::Tensor& terms) {
  return kind == ScoreKind::kMlp ? w.data_ptr<T>() : terms.data_ptr<T>();
}

}  // namespace disgnn::ops
