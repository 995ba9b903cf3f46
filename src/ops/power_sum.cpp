#include "disgnn/ops/power_sum.h"

#include <ATen/ATen.h>

#include <numeric>

#include "disgnn/core/error.h"
#include "ops/channel_major.h"
#include "ops/channel_sweeps.h"
#include "ops/saved.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// <a, b> of contiguous [N, H], added up in the order of the rows whatever the number of threads.
double inner_product(const at::Tensor& a, const at::Tensor& b) {
  const at::Tensor of_rows = (a * b).sum(1).to(at::kDouble);
  const auto* const values = of_rows.data_ptr<double>();
  return std::accumulate(values, values + of_rows.numel(), 0.0);
}

class PowerSum : public torch::autograd::Function<PowerSum> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& gammas,
                            const at::Tensor& weights_in, const at::Tensor& x_in,
                            const PairIndexPtr& index) {
    const at::Tensor x = x_in.contiguous();
    const at::Tensor weights = weights_in.reshape({1, -1}).contiguous();
    // Horner: y = (… (gamma_K M x + gamma_{K-1} x) …) M + gamma_0 x
    const Sweep rows = Sweep::by_row(*index);
    at::Tensor y = gammas[-1] * x;
    for (std::int64_t k = gammas.size(0) - 2; k >= 0; --k) {
      y = product(rows, weights, y).addcmul_(gammas[k], x);
    }
    save(ctx, "index", index);
    ctx->save_for_backward({gammas, weights, x});
    return y;
  }

  /// With G_k = (M^T)^k G: dx = sum of gamma_k G_k, and dgamma_k = <G, M^k x> = <G_k, x>.
  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const auto index = take<PairIndexPtr>(ctx, "index");
    const auto saved = ctx->get_saved_variables();
    const at::Tensor& gammas = saved[0];
    const at::Tensor& weights = saved[1];
    const at::Tensor& x = saved[2];
    const Sweep columns = Sweep::by_column(*index);
    at::Tensor power = gradients[0].contiguous();
    at::Tensor d_x = gammas[0] * power;
    at::Tensor d_gammas = at::empty_like(gammas);
    d_gammas[0] = inner_product(power, x);
    for (std::int64_t k = 1; k < gammas.size(0); ++k) {
      power = product(columns, weights, power);
      d_x.addcmul_(gammas[k], power);
      d_gammas[k] = inner_product(power, x);
    }
    return {d_gammas, {}, d_x, {}};
  }

 private:
  /// M values or, by column, its transpose: [N, H]
  static at::Tensor product(const Sweep& sweep, const at::Tensor& weights,
                            const at::Tensor& values) {
    at::Tensor sums = empty_messages(values.size(0), {1, values.size(1)}, values.options());
    weighted_sum_sweep(sweep, weights, with_adjacent_units(values.unsqueeze(1)), sums);
    return sums.select(1, 0).contiguous();
  }
};

}  // namespace

at::Tensor power_sum(const at::Tensor& gammas, const at::Tensor& weights, const at::Tensor& x,
                     const PairIndexPtr& index) {
  DISGNN_ASSERT(gammas.dim() == 1 && gammas.size(0) > 0);
  DISGNN_ASSERT(weights.dim() == 1 && weights.size(0) == index->entries());
  DISGNN_ASSERT(x.dim() == 2 && x.size(0) == index->nodes() && x.size(0) == index->column_nodes());
  DISGNN_ASSERT(!weights.requires_grad());
  return PowerSum::apply(gammas, weights, x, index);
}

}  // namespace disgnn::ops
