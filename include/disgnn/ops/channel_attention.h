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

/// Score, softmax and aggregation in one sweep over each node's entries (Eq. "used_at",
/// "GNN_main"):
///   s = score(P_v, Q_u), A = softmax of sigmoid(s) over v's entries, z_v = sum of A * V_u
/// terms[N, B, C, H] holds P, Q, V (kMlp, B = 3) or P, V (kDot, B = 2). Differentiable in terms and
/// w[C, H], through both results; float or double. Saves O(E·C), never O(E·H).
ChannelAttention channel_attention(ScoreKind kind, const at::Tensor& terms, const at::Tensor& w,
                                   const PairIndexPtr& index, const EdgeDropout& dropout = {},
                                   const TermGradientPtr& gradient = nullptr);

}  // namespace disgnn::ops
