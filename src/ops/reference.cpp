#include "disgnn/ops/reference.h"

#include <ATen/ATen.h>

#include "disgnn/ops/dropout.h"
#include "disgnn/ops/edge_weights.h"
#include "disgnn/ops/leaky_slope.h"
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

namespace {

/// From p[N, C, H] of the rows and q[N', C, H] of the columns.
at::Tensor scores(ScoreKind kind, const at::Tensor& p, const at::Tensor& q, const at::Tensor& w,
                  const PairIndexPtr& pairs) {
  if (kind == ScoreKind::kDot) return (gather_rows(p, pairs) * gather_columns(q, pairs)).sum(-1);
  return (at::leaky_relu(gather_rows(p, pairs) + gather_columns(q, pairs), kLeakySlope) * w)
      .sum(-1);
}

}  // namespace

at::Tensor pair_scores(ScoreKind kind, const at::Tensor& terms, const at::Tensor& w,
                       const PairIndexPtr& pairs) {
  return scores(kind, terms.select(1, 0), terms.select(1, score_terms(kind) - 1), w, pairs);
}

at::Tensor softmax_weights(const at::Tensor& scores, const PairIndexPtr& index) {
  const at::Tensor exponential = at::sigmoid(scores).exp();
  return exponential / gather_rows(sum_by_row(exponential, index), index);
}

at::Tensor sum_weights(const at::Tensor& scores, const PairIndexPtr& index) {
  const at::Tensor existence = at::sigmoid(scores);
  return existence / gather_rows(sum_by_row(existence, index), index);
}

at::Tensor row_softmax(const at::Tensor& scores, const PairIndexPtr& index) {
  const at::Tensor rows = rows_tensor(index).to(at::kLong).unsqueeze(1).expand_as(scores);
  const at::Tensor largest = at::full({index->nodes(), scores.size(1)},
                                      -std::numeric_limits<double>::infinity(), scores.options())
                                 .scatter_reduce(0, rows, scores.detach(), "amax");
  const at::Tensor exponential = (scores - reference::gather_rows(largest, index)).exp();
  return exponential / reference::gather_rows(reference::sum_by_row(exponential, index), index);
}

at::Tensor symmetric_weights(const at::Tensor& scores, const PairIndexPtr& index) {
  const at::Tensor existence = at::sigmoid(scores);
  const at::Tensor degree = sum_by_row(existence, index).clamp_min(kLeastDegree);
  return existence / (gather_rows(degree, index) * gather_columns(degree, index)).sqrt();
}

at::Tensor weighted_sum(const at::Tensor& A, const at::Tensor& V, const PairIndexPtr& index) {
  return at::zeros({index->nodes(), V.size(1), V.size(2)}, V.options())
      .index_add(0, rows_tensor(index), A.unsqueeze(-1) * gather_columns(V, index));
}

at::Tensor power_sum(const at::Tensor& gammas, const at::Tensor& weights, const at::Tensor& x,
                     const PairIndexPtr& index) {
  at::Tensor power = x;
  at::Tensor y = gammas[0] * x;
  for (std::int64_t k = 1; k < gammas.size(0); ++k) {
    power = reference::weighted_sum(weights.unsqueeze(1), power.unsqueeze(1), index).squeeze(1);
    y = y + gammas[k] * power;
  }
  return y;
}

at::Tensor sparse_product(const at::Tensor& values, const std::vector<at::Tensor>& weights,
                          const PairIndexPtr& pattern, std::int64_t channels) {
  std::vector<at::Tensor> products;
  for (const at::Tensor& weight : weights) {
    products.push_back(
        reference::weighted_sum(values.unsqueeze(1), weight.unsqueeze(1), pattern).squeeze(1));
  }
  return at::stack(products, 1).unflatten(2, {channels, -1});
}

namespace {

ChannelAttention attention(const at::Tensor& s, const at::Tensor& v, const PairIndexPtr& index,
                           const EdgeWeighting& weighting) {
  const at::Tensor whole = weighting.norm == EdgeNorm::kSum ? reference::sum_weights(s, index)
                                                            : reference::softmax_weights(s, index);
  const at::Tensor weights = ops::dropout(whole, index, weighting.dropout);
  return {s, reference::weighted_sum(weights, v, index)};
}

}  // namespace

ChannelAttention channel_attention(ScoreKind kind, const AttentionTerms& terms, const at::Tensor& w,
                                   const PairIndexPtr& index, const EdgeWeighting& weighting,
                                   const at::Tensor& prior) {
  at::Tensor p = terms.apart() ? terms.rows : terms.columns;
  if (terms.row_nodes != nullptr) p = p.index_select(0, index_tensor(*terms.row_nodes));
  const std::int64_t other = terms.apart() ? 0 : score_terms(kind) - 1;
  at::Tensor s = scores(kind, p.select(1, 0), terms.columns.select(1, other), w, index);
  if (prior.defined()) s = s + prior;
  return attention(s, terms.columns.select(1, other + 1), index, weighting);
}

ChannelAttention linear_attention(const at::Tensor& p, const at::Tensor& q, const at::Tensor& v,
                                  const PairIndexPtr& index, const EdgeWeighting& weighting) {
  return attention(reference::gather_rows(p, index) + reference::gather_columns(q, index), v, index,
                   weighting);
}

at::Tensor channel_loss(const at::Tensor& z, const at::Tensor& node, const ChannelClassifier& net,
                        std::int64_t first_channel) {
  const at::Tensor hidden =
      at::leaky_relu(at::matmul(z, net.w1) + net.b1 + node.unsqueeze(1), kLeakySlope);
  const at::Tensor logits = at::matmul(hidden, net.w2) + net.b2;
  const at::Tensor target =
      at::arange(first_channel, first_channel + z.size(1), at::kLong).repeat({z.size(0)});
  return at::cross_entropy_loss(logits.flatten(0, 1), target);
}

}  // namespace disgnn::ops::reference
