#pragma once

#include "disgnn/ops/edge_dropout.h"
#include "ops/kernels/pair_side.h"

namespace disgnn::ops {

/// One sweep over the entries of each row (Eq. "used_at" and "GNN_main"):
///   s = score(p_v, q_u), x = exp(sigmoid(s)), inverse_v = 1 / sum of x, z_v = sum of A q̃ V_u with
///   A = x * inverse_v and q̃ the dropout factor.
template <typename T>
struct AttentionTask {
  ScoreKind kind;
  PairSide side;  ///< by row
  ChannelSizes size;
  const NodeId* row_nodes;  ///< where in p each row is; null: at its own number
  NodeTable<const T> p;
  NodeTable<const T> q;
  NodeTable<const T> v;
  const T* w;  ///< [C, H], never read for kDot
  EdgeDropout dropout;
  T* scores;   ///< [entries, C]
  T* inverse;  ///< [rows, C]
  T* z;        ///< [rows, C, H]

  [[nodiscard]] std::int64_t node(std::int64_t row) const {
    return row_nodes == nullptr ? row : row_nodes[row];
  }
};
void attention_rows(const AttentionTask<float>& task, RowRange rows);
void attention_rows(const AttentionTask<double>& task, RowRange rows);

/// Gradients of the receiving end, from dz and the gradient of the scores that others ask for. The
/// softmax needs sum_u A q̃ (dz_v . V_u), which is dz_v . z_v: no second sweep. Leaves in
/// coefficients[entry, 0, c] the gradient of s and in [entry, 1, c] the weight A q̃, all that the
/// sending end needs.
template <typename T>
struct AttentionGradientTask {
  AttentionTask<T> forward;  ///< scores, inverse and z hold what the forward sweep left
  const T* score_gradient;   ///< [entries, C] or null
  const T* dz;               ///< [rows, C, H]
  T* coefficients;           ///< [entries, 2, C]
  NodeTable<T> dp;
  T* dw;     ///< [C, H]; the rows' share is added
  bool add;  ///< to the dp that is there, instead of replacing it
};
void attention_gradient_rows(const AttentionGradientTask<float>& task, RowRange rows);
void attention_gradient_rows(const AttentionGradientTask<double>& task, RowRange rows);

/// Gradients of the sending end u, over the entries of its column.
template <typename T>
struct AttentionColumnTask {
  ScoreKind kind;
  PairSide side;  ///< by column
  ChannelSizes size;
  const NodeId* p_rows;  ///< where in p the row of each position is; null: at its own number
  NodeTable<const T> p;
  NodeTable<const T> q;
  const T* w;
  const T* coefficients;  ///< [entries, 2, C]
  const T* dz;            ///< [rows, C, H]
  NodeTable<T> dq;
  NodeTable<T> dv;  ///< replaced
  T* dw;            ///< [C, H]; the columns' share is added
  bool add;         ///< to the dq that is there, instead of replacing it
};
void attention_gradient_columns(const AttentionColumnTask<float>& task, RowRange columns);
void attention_gradient_columns(const AttentionColumnTask<double>& task, RowRange columns);

}  // namespace disgnn::ops
