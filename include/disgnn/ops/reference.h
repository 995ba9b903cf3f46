#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/ops/channel_attention.h"
#include "disgnn/ops/channel_loss.h"
#include "disgnn/ops/edge_reduce.h"

/// The same operations in plain ATen: one gathered row per entry, gradients by autograd. Slow and
/// memory-hungry (M x C x H), but obviously right; tests compare the kernels with these.
namespace disgnn::ops::reference {

at::Tensor gather_rows(const at::Tensor& x, const PairIndexPtr& index);
at::Tensor gather_columns(const at::Tensor& x, const PairIndexPtr& index);
at::Tensor sum_by_row(const at::Tensor& values, const PairIndexPtr& index);
at::Tensor sum_by_column(const at::Tensor& values, const PairIndexPtr& index);
at::Tensor pair_scores(ScoreKind kind, const at::Tensor& terms, const at::Tensor& w,
                       const PairIndexPtr& pairs);
at::Tensor softmax_weights(const at::Tensor& scores, const PairIndexPtr& index);
at::Tensor sum_weights(const at::Tensor& scores, const PairIndexPtr& index);
at::Tensor symmetric_weights(const at::Tensor& scores, const PairIndexPtr& index);
ChannelAttention channel_attention(ScoreKind kind, const AttentionTerms& terms, const at::Tensor& w,
                                   const PairIndexPtr& index, const EdgeWeighting& weighting = {},
                                   const at::Tensor& prior = {});
ChannelAttention linear_attention(const at::Tensor& p, const at::Tensor& q, const at::Tensor& v,
                                  const PairIndexPtr& index, const EdgeWeighting& weighting = {});
at::Tensor power_sum(const at::Tensor& gammas, const at::Tensor& weights, const at::Tensor& x,
                     const PairIndexPtr& index);
at::Tensor sparse_product(const at::Tensor& values, const std::vector<at::Tensor>& weights,
                          const PairIndexPtr& pattern, std::int64_t channels = 1);
at::Tensor channel_loss(const at::Tensor& z, const at::Tensor& node, const ChannelClassifier& net,
                        std::int64_t first_channel);
at::Tensor row_softmax(const at::Tensor& scores, const PairIndexPtr& index);
at::Tensor weighted_sum(const at::Tensor& A, const at::Tensor& V, const PairIndexPtr& index);

}  // namespace disgnn::ops::reference
