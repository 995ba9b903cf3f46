#include "disgnn/ops/edge_weights.h"

#include <ATen/ATen.h>

namespace disgnn::ops {

at::Tensor softmax_weights(const at::Tensor& scores, const PairIndexPtr& index) {
  const at::Tensor exponential = at::sigmoid(scores).exp();
  return exponential * gather_rows(sum_by_row(exponential, index).reciprocal(), index);
}

at::Tensor symmetric_weights(const at::Tensor& scores, const PairIndexPtr& index) {
  const at::Tensor existence = at::sigmoid(scores);
  const at::Tensor scale = sum_by_row(existence, index).clamp_min(kLeastDegree).rsqrt();
  return existence * gather_rows(scale, index) * gather_columns(scale, index);
}

}  // namespace disgnn::ops
