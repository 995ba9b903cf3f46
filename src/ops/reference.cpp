#include "disgnn/ops/reference.h"

#include <ATen/ATen.h>

#include "disgnn/ops/channel_scores.h"
#include "ops/pair_index_tensors.h"

namespace disgnn::ops::reference {

at::Tensor gather_rows(const at::Tensor& x, const PairIndexPtr& index) {
  return x.index_select(0, rows_tensor(index));
}

at::Tensor gather_columns(const at::Tensor& x, const PairIndexPtr& index) {
  return x.index_select(0, columns_tensor(index));
}

at::Tensor sum_by_row(const at::Tensor& values, const PairIndexPtr& index) {
  return at::zeros({index->nodes(), values.size(1)}, values.options())
      .index_add(0, rows_tensor(index), values);
}

at::Tensor sum_by_column(const at::Tensor& values, const PairIndexPtr& index) {
  return at::zeros({index->column_nodes(), values.size(1)}, values.options())
      .index_add(0, columns_tensor(index), values);
}

at::Tensor mlp_scores(const at::Tensor& P, const at::Tensor& Q, const at::Tensor& w,
                      const PairIndexPtr& index) {
  return (at::leaky_relu(gather_rows(P, index) + gather_columns(Q, index), kLeakySlope) * w)
      .sum(-1);
}

at::Tensor dot_scores(const at::Tensor& P, const PairIndexPtr& index) {
  return (gather_rows(P, index) * gather_columns(P, index)).sum(-1);
}

at::Tensor softmax_weights(const at::Tensor& scores, const PairIndexPtr& index) {
  const at::Tensor exponential = at::sigmoid(scores).exp();
  return exponential / gather_rows(sum_by_row(exponential, index), index);
}

at::Tensor symmetric_weights(const at::Tensor& scores, const PairIndexPtr& index) {
  const at::Tensor existence = at::sigmoid(scores);
  const at::Tensor degree = sum_by_row(existence, index);
  return existence / (gather_rows(degree, index) * gather_columns(degree, index)).sqrt();
}

at::Tensor weighted_sum(const at::Tensor& A, const at::Tensor& V, const PairIndexPtr& index) {
  return at::zeros({index->nodes(), V.size(1), V.size(2)}, V.options())
      .index_add(0, rows_tensor(index), A.unsqueeze(-1) * gather_columns(V, index));
}

}  // namespace disgnn::ops::reference
