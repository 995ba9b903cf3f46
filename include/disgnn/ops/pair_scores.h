#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/ops/edge_reduce.h"
#include "disgnn/ops/score_kind.h"
#include "disgnn/ops/shared_gradient.h"

namespace disgnn::ops {

// Scores s_vu^i of pairs (v, u) and channels i, before the sigmoid (paper, Eq. 6).
// W1 [h_v ; h_u] = P_v + Q_u, so scoring works on per-node terms and no M x H tensor is ever built.
// Pairs without an index by column (PairIndex::Sides::kRowsOnly) will do, at some cost in time.
// N nodes, M pairs, C channels, H hidden units; differentiable, float or double.

/// s[M, C] from terms[N, B, C, H], whose first blocks are P and Q (kMlp) or P (kDot); further
/// blocks are left alone. w[C, H] for kMlp, undefined for kDot.
at::Tensor pair_scores(ScoreKind kind, const at::Tensor& terms, const at::Tensor& w,
                       const PairIndexPtr& pairs, const SharedGradientPtr& gradient = nullptr);

/// s[M] summed over the channels, without ever holding the single ones.
at::Tensor pair_logits(ScoreKind kind, const at::Tensor& terms, const at::Tensor& w,
                       const PairIndexPtr& pairs, const SharedGradientPtr& gradient = nullptr);

/// s[M, C] = p[row, C] + q[column, C]                                      (scorer `linear`)
at::Tensor linear_scores(const at::Tensor& p, const at::Tensor& q, const PairIndexPtr& index);

}  // namespace disgnn::ops
