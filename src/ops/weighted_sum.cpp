#include "disgnn/ops/weighted_sum.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include "disgnn/core/error.h"
#include "ops/kernels/score_kernels.h"
#include "ops/row_chunks.h"
#include "ops/saved.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

class WeightedSum : public torch::autograd::Function<WeightedSum> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& A_in, const at::Tensor& V_in,
                            const PairIndexPtr& index) {
    const at::Tensor A = A_in.contiguous();
    const at::Tensor V = V_in.contiguous();
    at::Tensor z = at::empty({index->nodes(), V.size(1), V.size(2)}, V.options());
    AT_DISPATCH_FLOATING_TYPES(V.scalar_type(), "weighted_sum", [&] {
      const ChannelSizes size{V.size(1), V.size(2)};
      const WeightedSumTask<scalar_t> task{by_row(*index),
                                           size,
                                           A.data_ptr<scalar_t>(),
                                           {V.data_ptr<scalar_t>(), size.width()},
                                           {z.data_ptr<scalar_t>(), size.width()}};
      for_each_chunk(row_chunks(index->offsets()), [&](auto, auto first, auto last) {
        weighted_sum_rows(task, {first, last});
      });
    });
    save(ctx, "index", index);
    ctx->save_for_backward({A, V});
    ctx->saved_data["A_needed"] = A_in.requires_grad();
    return z;
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const PairIndexPtr index = take<PairIndexPtr>(ctx, "index");
    const auto saved = ctx->get_saved_variables();
    const at::Tensor& A = saved[0];
    const at::Tensor& V = saved[1];
    const at::Tensor gradient = gradients[0].contiguous();
    const ChannelSizes size{V.size(1), V.size(2)};
    at::Tensor dA;
    at::Tensor dV = at::empty_like(V);
    AT_DISPATCH_FLOATING_TYPES(V.scalar_type(), "weighted_sum_backward", [&] {
      const NodeTable<const scalar_t> g{gradient.data_ptr<scalar_t>(), size.width()};
      const WeightedSumTask<scalar_t> columns{by_column(*index),
                                              size,
                                              A.data_ptr<scalar_t>(),
                                              g,
                                              {dV.data_ptr<scalar_t>(), size.width()}};
      for_each_chunk(row_chunks(index->column_offsets()), [&](auto, auto first, auto last) {
        weighted_sum_rows(columns, {first, last});
      });
      if (ctx->saved_data["A_needed"].toBool()) {  // sparse features need no gradient
        dA = at::empty_like(A);
        const ScoreTask<scalar_t> entries{
            ScoreKind::kDot,        by_row(*index), size, g, {V.data_ptr<scalar_t>(), size.width()},
            V.data_ptr<scalar_t>(),  // unused
            dA.data_ptr<scalar_t>()};
        for_each_chunk(row_chunks(index->offsets()), [&](auto, auto first, auto last) {
          score_rows(entries, {first, last});
        });
      }
    });
    return {dA, dV, {}};
  }
};

}  // namespace

at::Tensor weighted_sum(const at::Tensor& A, const at::Tensor& V, const PairIndexPtr& index) {
  DISGNN_ASSERT(V.dim() == 3 && V.size(0) == index->column_nodes());
  DISGNN_ASSERT(A.dim() == 2 && A.size(0) == index->entries() && A.size(1) == V.size(1));
  return WeightedSum::apply(A, V, index);
}

}  // namespace disgnn::ops
