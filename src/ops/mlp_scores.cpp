#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include "disgnn/core/error.h"
#include "disgnn/ops/channel_scores.h"
#include "ops/kernels/row_kernels.h"
#include "ops/row_chunks.h"
#include "ops/saved_index.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

class MlpScores : public torch::autograd::Function<MlpScores> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& P_in, const at::Tensor& Q_in,
                            const at::Tensor& w_in, const PairIndexPtr& index) {
    const at::Tensor P = P_in.contiguous();
    const at::Tensor Q = Q_in.contiguous();
    const at::Tensor w = w_in.contiguous();
    at::Tensor scores = at::empty({index->entries(), w.size(0)}, P.options());
    AT_DISPATCH_FLOATING_TYPES(P.scalar_type(), "mlp_scores", [&] {
      const LeakyScoreTask<scalar_t> task{by_row(*index),         {w.size(0), w.size(1)},
                                          P.data_ptr<scalar_t>(), Q.data_ptr<scalar_t>(),
                                          w.data_ptr<scalar_t>(), scores.data_ptr<scalar_t>()};
      for_each_chunk(row_chunks(index->offsets()), [&](auto, auto first, auto last) {
        leaky_score_rows(task, {first, last});
      });
    });
    save_index(ctx, index);
    ctx->save_for_backward({P, Q, w});
    return scores;
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const PairIndexPtr index = saved_index(ctx);
    const auto saved = ctx->get_saved_variables();
    const at::Tensor& P = saved[0];
    const at::Tensor& Q = saved[1];
    const at::Tensor& w = saved[2];
    const at::Tensor gradient = gradients[0].contiguous();
    const ChannelSizes size{w.size(0), w.size(1)};
    const auto rows = row_chunks(index->offsets());
    at::Tensor dP = at::zeros_like(P);
    at::Tensor dQ = at::zeros_like(Q);
    // One partial dw per chunk, added up in chunk order: the same bits at any thread count.
    at::Tensor partial_dw = at::zeros(
        {static_cast<std::int64_t>(rows.size()) - 1, size.channels, size.hidden}, w.options());
    AT_DISPATCH_FLOATING_TYPES(gradient.scalar_type(), "mlp_scores_backward", [&] {
      const auto* const p = P.data_ptr<scalar_t>();
      const auto* const q = Q.data_ptr<scalar_t>();
      const auto* const weight = w.data_ptr<scalar_t>();
      const auto* const g = gradient.data_ptr<scalar_t>();
      for_each_chunk(rows, [&](auto chunk, auto first, auto last) {
        leaky_score_gradient_rows(
            LeakyScoreGradientTask<scalar_t>{
                by_row(*index), size, p, q, weight, g, dP.data_ptr<scalar_t>(),
                partial_dw.data_ptr<scalar_t>() + chunk * size.width()},
            {first, last});
      });
      // Seen by column, Q belongs to the row at hand and P to the other end: dQ needs no atomics.
      const LeakyScoreGradientTask<scalar_t> columns{
          by_column(*index), size, q, p, weight, g, dQ.data_ptr<scalar_t>(), nullptr};
      for_each_chunk(row_chunks(index->column_offsets()), [&](auto, auto first, auto last) {
        leaky_score_gradient_rows(columns, {first, last});
      });
    });
    return {dP, dQ, partial_dw.sum(0), {}};
  }
};

}  // namespace

at::Tensor mlp_scores(const at::Tensor& P, const at::Tensor& Q, const at::Tensor& w,
                      const PairIndexPtr& index) {
  DISGNN_ASSERT(P.dim() == 3 && P.size(0) == index->nodes());
  DISGNN_ASSERT(Q.dim() == 3 && Q.size(0) == index->column_nodes());
  DISGNN_ASSERT(w.dim() == 2 && P.sizes().slice(1) == w.sizes() && Q.sizes().slice(1) == w.sizes());
  return MlpScores::apply(P, Q, w, index);
}

}  // namespace disgnn::ops
