#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/ops/edge_reduce.h"

namespace disgnn::ops {

/// z[N, C, H] = sum over the row's entries of A[M, C] * V[column, C, H]     (Eq. 7)
/// V[N', C, H]. With C = 1 and V = W[d, 1, K] it is the product of a sparse matrix and W.
/// Differentiable in A and V, float or double.
at::Tensor weighted_sum(const at::Tensor& A, const at::Tensor& V, const PairIndexPtr& index);

}  // namespace disgnn::ops
