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

class DotScores : public torch::autograd::Function<DotScores> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& P_in,
                            const PairIndexPtr& index) {
    const at::Tensor P = P_in.contiguous();
    at::Tensor scores = at::empty({index->entries(), P.size(1)}, P.options());
    AT_DISPATCH_FLOATING_TYPES(P.scalar_type(), "dot_scores", [&] {
      const auto* const p = P.data_ptr<scalar_t>();
      const DotTask<scalar_t> task{
          by_row(*index), {P.size(1), P.size(2)}, p, p, scores.data_ptr<scalar_t>()};
      for_each_chunk(row_chunks(index->offsets()), [&](auto, auto first, auto last) {
        dot_rows(task, {first, last});
      });
    });
    save_index(ctx, index);
    ctx->save_for_backward({P});
    return scores;
  }

  /// s_vu = P_v . P_u, so dP_v gains g_vu P_u over v's row and g_uv P_u over v's column.
  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const PairIndexPtr index = saved_index(ctx);
    const at::Tensor P = ctx->get_saved_variables()[0];
    const at::Tensor gradient = gradients[0].contiguous();
    at::Tensor dP = at::zeros_like(P);
    AT_DISPATCH_FLOATING_TYPES(P.scalar_type(), "dot_scores_backward", [&] {
      AccumulateTask<scalar_t> task{by_row(*index),
                                    {P.size(1), P.size(2)},
                                    gradient.data_ptr<scalar_t>(),
                                    P.data_ptr<scalar_t>(),
                                    dP.data_ptr<scalar_t>()};
      for (const PairSide side : {by_row(*index), by_column(*index)}) {
        task.side = side;
        const auto offsets = side.entries == nullptr ? index->offsets() : index->column_offsets();
        for_each_chunk(row_chunks(offsets), [&](auto, auto first, auto last) {
          accumulate_rows(task, {first, last});
        });
      }
    });
    return {dP, {}};
  }
};

}  // namespace

at::Tensor dot_scores(const at::Tensor& P, const PairIndexPtr& index) {
  DISGNN_ASSERT(P.dim() == 3 && P.size(0) == index->nodes());
  DISGNN_ASSERT(index->nodes() == index->column_nodes());
  return DotScores::apply(P, index);
}

at::Tensor linear_scores(const at::Tensor& p, const at::Tensor& q, const PairIndexPtr& index) {
  return gather_rows(p, index) + gather_columns(q, index);
}

}  // namespace disgnn::ops
