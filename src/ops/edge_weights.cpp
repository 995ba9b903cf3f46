#include "disgnn/ops/edge_weights.h"

#include <ATen/ATen.h>

namespace disgnn::ops {

at::Tensor softmax_weights(const at::Tensor& scores, const PairIndexPtr& index) {
  const at::Tensor exponential = at::sigmoid(scores).exp();
  return exponential * gather_rows(sum_by_row(exponential, index).reciprocal(), index);
}

at::Tensor sum_weights(const at::Tensor& scores, const PairIndexPtr& index) {
  const at::Tensor existence = at::sigmoid(scores);
  // The sum may be denormal, whose reciprocal is none.
  return existence / gather_rows(sum_by_row(existence, index), index);
}

at::Tensor symmetric_weights(const at::Tensor& scores, const PairIndexPtr& index) {
  const at::Tensor existence = at::sigmoid(scores);
  const at::Tensor scale = sum_by_row(existence, index).clamp_min(kLeastDegree).rsqrt();
  return existence * gather_rows(scale, index) * gather_columns(scale, index);
}

at::Tensor edge_weights(EdgeNorm norm, const at::Tensor& scores, const PairIndexPtr& index) {
  switch (norm) {
    case EdgeNorm::kSoftmax:
      return softmax_weights(scores, index);
    case EdgeNorm::kSum:
      return sum_weights(scores, index);
    default:
      return symmetric_weights(scores, index);
  }
}

}  // namespace disgnn::ops
