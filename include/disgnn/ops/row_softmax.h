#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/ops/edge_reduce.h"

namespace disgnn::ops {

/// A[M, C] = softmax of scores[M, C] over the entries of each row, for scores of any size (the
/// channels' own weights are softmax of values in (0, 1) and computed elsewhere, edge_weights.h).
/// Differentiable, float or double.
at::Tensor row_softmax(const at::Tensor& scores, const PairIndexPtr& index);

}  // namespace disgnn::ops
