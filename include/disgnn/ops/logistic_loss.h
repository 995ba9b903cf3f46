#pragma once

#include <ATen/core/Tensor.h>

namespace disgnn::ops {

/// Binary cross-entropy of logits x[M], a scalar: the sum over m of |a| * softplus(sign(a) * x_m)
/// with a = scale * weights_m. Positive a wants x_m low (target 0), negative a wants it high
/// (target 1), zero leaves it out. weights[M] undefined: all one. Differentiable in x; float or
/// double. Keeps nothing but x and the weights.
at::Tensor logistic_loss(const at::Tensor& x, double scale, const at::Tensor& weights = {});

}  // namespace disgnn::ops
