#include "disgnn/ops/weighted_sum.h"

#include <ATen/ATen.h>

#include "disgnn/core/error.h"
#include "ops/channel_major.h"
#include "ops/channel_sweeps.h"
#include "ops/saved.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

class WeightedSum : public torch::autograd::Function<WeightedSum> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& A_in, const at::Tensor& V_in,
                            const PairIndexPtr& index) {
    const at::Tensor A = A_in.t().contiguous();  // [C, M]
    const at::Tensor V = with_adjacent_units(V_in);
    at::Tensor z = empty_messages(index->nodes(), {V.size(1), V.size(2)}, V.options());
    weighted_sum_sweep(Sweep::by_row(*index), A, V, z);
    save(ctx, "index", index);
    ctx->save_for_backward({A, V});
    ctx->saved_data["A_needed"] = A_in.requires_grad();
    return z;
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const auto index = take<PairIndexPtr>(ctx, "index");
    const auto saved = ctx->get_saved_variables();
    const at::Tensor& A = saved[0];
    const at::Tensor& V = saved[1];
    const at::Tensor gradient = with_adjacent_units(gradients[0]);
    at::Tensor dV = at::empty_like(V);
    weighted_sum_sweep(Sweep::by_column(*index), A, gradient, dV);
    at::Tensor dA;
    if (ctx->saved_data["A_needed"].toBool()) {
      dA = score_sweep(Sweep::by_row(*index), ScoreKind::kDot, gradient, V, {}).t();
    }
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
