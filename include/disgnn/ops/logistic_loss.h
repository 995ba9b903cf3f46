#pragma once

#include <ATen/core/Tensor.h>

namespace disgnn::ops {

/// Some columns of a table.
struct ColumnRange {
  std::int64_t first;
  std::int64_t count;
};

/// Binary cross-entropy of logits, a scalar (paper, Eq. 10 and 14). Logit x_m is the sum of some
/// columns of scores[M, C]; the loss is the sum over m of |a| * softplus(sign(a) * x_m) with
/// a = scale * weights_m. Positive a wants x_m low (target 0), negative a wants it high (target 1),
/// zero leaves it out. weights[M] undefined: all one. Differentiable in the scores; float or
/// double. Keeps nothing but the scores and the weights.
at::Tensor logistic_loss(const at::Tensor& scores, ColumnRange columns, double scale,
                         const at::Tensor& weights = {});
/// Of the logits x[M] themselves.
at::Tensor logistic_loss(const at::Tensor& x, double scale, const at::Tensor& weights = {});

}  // namespace disgnn::ops
