#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include "disgnn/core/error.h"
#include "disgnn/ops/channel_attention.h"
#include "ops/kernels/attention_kernels.h"
#include "ops/row_chunks.h"
#include "ops/saved.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// p, q, v, scores, inverse, z, in this order.
template <typename T>
AttentionTask<T> linear_task(const tensor_list& x, const PairIndex& index,
                             const EdgeDropout& dropout) {
  const ChannelSizes size{x[2].size(1), x[2].size(2)};
  return {ScoreKind::kLinear,
          by_row(index),
          size,
          nullptr,
          {x[0].data_ptr<T>(), size.channels},
          {x[1].data_ptr<T>(), size.channels},
          {x[2].data_ptr<T>(), size.width()},
          nullptr,
          dropout,
          x[3].data_ptr<T>(),
          x[4].data_ptr<T>(),
          x[5].data_ptr<T>()};
}

class LinearAttention : public torch::autograd::Function<LinearAttention> {
 public:
  static tensor_list forward(AutogradContext* ctx, const at::Tensor& p, const at::Tensor& q,
                             const at::Tensor& v, const PairIndexPtr& index,
                             const EdgeDropout& dropout) {
    const std::int64_t channels = v.size(1);
    const tensor_list x{p.contiguous(),
                        q.contiguous(),
                        v.contiguous(),
                        at::empty({index->entries(), channels}, v.options()),
                        at::empty({index->nodes(), channels}, v.options()),
                        at::empty({index->nodes(), channels, v.size(2)}, v.options())};
    AT_DISPATCH_FLOATING_TYPES(v.scalar_type(), "linear_attention", [&] {
      const auto task = linear_task<scalar_t>(x, *index, dropout);
      for_each_chunk(row_chunks(index->offsets()), [&](auto, auto first, auto last) {
        attention_rows(task, {first, last});
      });
    });
    save(ctx, "index", index);
    save(ctx, "dropout", dropout);
    ctx->set_materialize_grads(false);
    ctx->save_for_backward(x);
    return {x[3], x[5]};
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const auto index = take<PairIndexPtr>(ctx, "index");
    const auto dropout = take<EdgeDropout>(ctx, "dropout");
    const tensor_list x = ctx->get_saved_variables();
    const at::Tensor d_scores = gradients[0].defined() ? gradients[0].contiguous() : at::Tensor();
    const at::Tensor dz = gradients[1].defined() ? gradients[1].contiguous() : at::zeros_like(x[5]);
    const at::Tensor dp = at::empty_like(x[0]);
    const at::Tensor dq = at::empty_like(x[1]);
    const at::Tensor dv = at::empty_like(x[2]);
    const at::Tensor coefficients = at::empty({index->entries(), 2, dp.size(1)}, dp.options());
    AT_DISPATCH_FLOATING_TYPES(dp.scalar_type(), "linear_attention_backward", [&] {
      const auto forward = linear_task<scalar_t>(x, *index, dropout);
      const ChannelSizes size = forward.size;
      const AttentionGradientTask<scalar_t> rows{
          forward,
          d_scores.defined() ? d_scores.data_ptr<scalar_t>() : nullptr,
          dz.data_ptr<scalar_t>(),
          coefficients.data_ptr<scalar_t>(),
          {dp.data_ptr<scalar_t>(), size.channels},
          nullptr,
          false};
      for_each_chunk(row_chunks(index->offsets()), [&](auto, auto first, auto last) {
        attention_gradient_rows(rows, {first, last});
      });
      const AttentionColumnTask<scalar_t> columns{ScoreKind::kLinear,
                                                  by_column(*index),
                                                  size,
                                                  nullptr,
                                                  forward.p,
                                                  forward.q,
                                                  nullptr,
                                                  rows.coefficients,
                                                  rows.dz,
                                                  {dq.data_ptr<scalar_t>(), size.channels},
                                                  {dv.data_ptr<scalar_t>(), size.width()},
                                                  nullptr,
                                                  false};
      for_each_chunk(row_chunks(index->column_offsets()), [&](auto, auto first, auto last) {
        attention_gradient_columns(columns, {first, last});
      });
    });
    return {dp, dq, dv, {}, {}};
  }
};

}  // namespace

ChannelAttention linear_attention(const at::Tensor& p, const at::Tensor& q, const at::Tensor& v,
                                  const PairIndexPtr& index, const EdgeDropout& dropout) {
  DISGNN_ASSERT(p.dim() == 2 && q.dim() == 2 && v.dim() == 3);
  DISGNN_ASSERT(p.size(0) == index->nodes() && q.size(0) == index->column_nodes());
  DISGNN_ASSERT(v.size(0) == index->column_nodes());
  DISGNN_ASSERT(p.size(1) == v.size(1) && q.size(1) == v.size(1));
  const auto results = LinearAttention::apply(p, q, v, index, dropout);
  return {results[0], results[1]};
}

}  // namespace disgnn::ops
