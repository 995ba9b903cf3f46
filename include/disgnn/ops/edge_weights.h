#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/ops/edge_reduce.h"
#include "disgnn/ops/edge_weighting.h"

namespace disgnn::ops {

/// A[M, C] = exp(e) / sum of exp(e) over the row's entries, e = sigmoid(scores[M, C]).
/// e lies in (0, 1), so exp cannot overflow and no maximum is subtracted.   (Eq. 6)
at::Tensor softmax_weights(const at::Tensor& scores, const PairIndexPtr& index);

/// A[M, C] = e / sum of e over the row's entries.
at::Tensor sum_weights(const at::Tensor& scores, const PairIndexPtr& index);

/// A channel that denies all edges of a node leaves it a degree near 0, whose root has no usable
/// gradient: degrees below this count as this.
inline constexpr double kLeastDegree = 1e-8;

/// w[M, C] = e / sqrt(d_row * d_column), e = sigmoid(scores[M, C]), d_v = sum of e over v's
/// entries: D^-1/2 E D^-1/2 per channel, as in GCN.
at::Tensor symmetric_weights(const at::Tensor& scores, const PairIndexPtr& index);

/// One of the three.
at::Tensor edge_weights(EdgeNorm norm, const at::Tensor& scores, const PairIndexPtr& index);

}  // namespace disgnn::ops
