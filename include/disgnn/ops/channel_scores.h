#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/ops/edge_reduce.h"

namespace disgnn::ops {

/// Slope of every LeakyReLU of the model (the paper does not give one; this is the usual default).
inline constexpr double kLeakySlope = 0.01;

// Scores s_vu^i of entries (v, u) and channels i, before the sigmoid (docs/method.md, Eq.
// "used_at"). P and Q are per-node terms, so that no E x H tensor is ever built: W1 [h_v ; h_u] =
// P_v + Q_u. N nodes, M entries, C channels, H hidden units; differentiable, float or double.

/// s[M, C] = sum_h w[C, H] * LeakyReLU(P[row, C, H] + Q[column, C, H])     (scorer `mlp`)
at::Tensor mlp_scores(const at::Tensor& P, const at::Tensor& Q, const at::Tensor& w,
                      const PairIndexPtr& index);

/// s[M, C] = sum_h P[row, C, H] * P[column, C, H]                          (scorer `dot`)
at::Tensor dot_scores(const at::Tensor& P, const PairIndexPtr& index);

/// s[M, C] = p[row, C] + q[column, C]                                      (scorer `linear`)
at::Tensor linear_scores(const at::Tensor& p, const at::Tensor& q, const PairIndexPtr& index);

}  // namespace disgnn::ops
