#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/ops/edge_reduce.h"
#include "disgnn/ops/kernels.h"

namespace disgnn::nn {

/// How likely the two ends of pairs are of one class, beyond chance, from class probabilities
/// q[N, K]: log-odds [M] of a = q_v . q_u less those of 1 / K, which nodes without evidence have.
/// a is kept within 0.01 (or a tenth of chance) and 1 less that, so that no pair is decided by this
/// alone; a node and itself: 0, since that tells nothing. K > 1. Not differentiable.
at::Tensor class_agreement(const at::Tensor& q, const ops::PairIndexPtr& pairs,
                           ops::Kernels kernels);

}  // namespace disgnn::nn
