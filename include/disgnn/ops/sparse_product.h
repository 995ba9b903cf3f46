#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

#include "disgnn/ops/edge_reduce.h"

namespace disgnn::ops {

/// out[N, B, C, H] = X W_b for the sparse matrix X[N, d] with the given pattern (rows = nodes,
/// columns = features) and values [stored], and B weights W_b[d, C*H]. Differentiable in the
/// weights, not in the values; float or double.
at::Tensor sparse_product(const at::Tensor& values, const std::vector<at::Tensor>& weights,
                          const PairIndexPtr& pattern, std::int64_t channels = 1);

}  // namespace disgnn::ops
