#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/ops/edge_reduce.h"

/// The same operations in plain ATen: one gathered row per entry, gradients by autograd. Slow and
/// memory-hungry (M x C x H), but obviously right; tests compare the kernels with these.
namespace disgnn::ops::reference {

at::Tensor gather_rows(const at::Tensor& x, const PairIndexPtr& index);
at::Tensor gather_columns(const at::Tensor& x, const PairIndexPtr& index);
at::Tensor sum_by_row(const at::Tensor& values, const PairIndexPtr& index);
at::Tensor sum_by_column(const at::Tensor& values, const PairIndexPtr& index);
at::Tensor mlp_scores(const at::Tensor& P, const at::Tensor& Q, const at::Tensor& w,
                      const PairIndexPtr& index);
at::Tensor dot_scores(const at::Tensor& P, const PairIndexPtr& index);
at::Tensor softmax_weights(const at::Tensor& scores, const PairIndexPtr& index);
at::Tensor symmetric_weights(const at::Tensor& scores, const PairIndexPtr& index);
at::Tensor weighted_sum(const at::Tensor& A, const at::Tensor& V, const PairIndexPtr& index);

}  // namespace disgnn::ops::reference
