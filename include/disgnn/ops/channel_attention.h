#pragma once

#include <ATen/core/Tensor.h>

#include <memory>
#include <vector>

#include "disgnn/ops/edge_reduce.h"
#include "disgnn/ops/edge_weighting.h"
#include "disgnn/ops/score_kind.h"
#include "disgnn/ops/shared_gradient.h"

namespace disgnn::ops {

struct ChannelAttention {
  at::Tensor scores;    ///< s[E, C], before the sigmoid
  at::Tensor messages;  ///< z[N, C, H]
};

/// Per-node terms, [*, B, C, H] each: P, Q, V (kMlp) or P, V (kDot).
struct AttentionTerms {
  /// All of them in one table; row r of the index is row r of it.
  // NOLINTNEXTLINE(google-explicit-constructor): the usual case
  AttentionTerms(at::Tensor whole) : columns(std::move(whole)) {}
  /// All of them in one table, of which the index has only some rows: row r is nodes[r].
  AttentionTerms(at::Tensor whole, std::shared_ptr<const std::vector<NodeId>> nodes)
      : columns(std::move(whole)), row_nodes(std::move(nodes)) {}
  /// P (and maybe more) of the nodes that receive, the rows of the index; Q, V or P, V of those
  /// that send, its columns.
  AttentionTerms(at::Tensor row_terms, at::Tensor column_terms)
      : columns(std::move(column_terms)), rows(std::move(row_terms)) {}

  at::Tensor columns;
  at::Tensor rows;  ///< undefined unless apart
  std::shared_ptr<const std::vector<NodeId>> row_nodes;

  [[nodiscard]] bool apart() const { return rows.defined(); }
};

/// Score, softmax and aggregation, a sweep over the entries of one channel each (Eq. 6
/// and 7):
///   s = score(P_v, Q_u) + prior, A = sigmoid(s) normalised over v's entries, z_v = sum of A * V_u
/// Differentiable in the terms, w[C, H] and prior[E, C] (undefined: 0), through both results; float
/// or double. Saves O(E·C), never O(E·H).
ChannelAttention channel_attention(ScoreKind kind, const AttentionTerms& terms, const at::Tensor& w,
                                   const PairIndexPtr& index, const EdgeWeighting& weighting = {},
                                   const SharedGradientPtr& gradient = nullptr,
                                   const at::Tensor& prior = {});

/// The same with s = p_v + q_u, from p[T, C] of the rows, q[N, C] of the columns and the values
/// v[N, C, H] (scorer `linear`).
ChannelAttention linear_attention(const at::Tensor& p, const at::Tensor& q, const at::Tensor& v,
                                  const PairIndexPtr& index, const EdgeWeighting& weighting = {});

}  // namespace disgnn::ops
