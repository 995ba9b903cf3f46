#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/ops/edge_dropout.h"
#include "disgnn/ops/edge_reduce.h"
#include "disgnn/ops/score_kind.h"
#include "disgnn/ops/term_gradient.h"

namespace disgnn::ops {

struct ChannelAttention {
  at::Tensor scores;    ///< s[E, C], before the sigmoid
  at::Tensor messages;  ///< z[N, C, H]
};

/// Per-node terms, [*, B, C, H] each. Whole: one table holds P, Q, V (kMlp) or P, V (kDot) of all
/// nodes. Apart, to compute some rows alone: `rows` holds P first, for the nodes that receive (the
/// rows of the index), `columns` Q, V or P, V for those that send (its columns).
struct AttentionTerms {
  // NOLINTNEXTLINE(google-explicit-constructor): one table is the usual case
  AttentionTerms(at::Tensor whole) : columns(std::move(whole)) {}
  AttentionTerms(at::Tensor row_terms, at::Tensor column_terms)
      : columns(std::move(column_terms)), rows(std::move(row_terms)) {}

  at::Tensor columns;
  at::Tensor rows;  ///< undefined when whole

  [[nodiscard]] bool apart() const { return rows.defined(); }
};

/// Score, softmax and aggregation in one sweep over each node's entries (Eq. "used_at",
/// "GNN_main"):
///   s = score(P_v, Q_u), A = softmax of sigmoid(s) over v's entries, z_v = sum of A * V_u
/// Differentiable in the terms and w[C, H], through both results; float or double. Saves O(E·C),
/// never O(E·H).
ChannelAttention channel_attention(ScoreKind kind, const AttentionTerms& terms, const at::Tensor& w,
                                   const PairIndexPtr& index, const EdgeDropout& dropout = {},
                                   const TermGradientPtr& gradient = nullptr);

}  // namespace disgnn::ops
