#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/ops/edge_reduce.h"

namespace disgnn::ops {

/// y[N, H] = sum over k of gammas[k] * M^k x, with M[v, u] = weights[e] for the entries e = (v, u)
/// of a square index and gammas[K+1]: a filter that reaches K steps far. Differentiable in x and
/// the gammas, float or double. Keeps x alone for the backward pass, not the K powers.
at::Tensor power_sum(const at::Tensor& gammas, const at::Tensor& weights, const at::Tensor& x,
                     const PairIndexPtr& index);

}  // namespace disgnn::ops
