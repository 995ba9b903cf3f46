#pragma once

#include <ATen/ATen.h>

#include "disgnn/core/error.h"
#include "disgnn/graph/pair_index.h"
#include "disgnn/ops/score_kind.h"

namespace disgnn::ops {

/// Blocks first .. first+count-1 of a table [N, B, C, H] become zero.
inline void zero_blocks(const at::Tensor& table, std::int64_t first, std::int64_t count) {
  if (count > 0) table.narrow(1, first, count).zero_();
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

/// From unit `at` of w[C, H] on; null where the kind has no such weight.
template <typename T>
const T* weight_pointer(ScoreKind kind, const at::Tensor& w, std::int64_t at) {
  return kind == ScoreKind::kMlp ? w.data_ptr<T>() + at : nullptr;
}

}  // namespace disgnn::ops
