#include "disgnn/ops/recomputed.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/variable.h>

#include "ops/saved.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;
using Work = std::function<tensor_list(const at::Tensor&)>;

class Recomputed : public torch::autograd::Function<Recomputed> {
 public:
  /// `anchor` only makes autograd record this node when x itself needs no gradient.
  static tensor_list forward(AutogradContext* ctx, const at::Tensor& x,
                             const at::Tensor& /*anchor*/, const Work& work) {
    save(ctx, "work", work);
    ctx->saved_data["x_needed"] = x.requires_grad();
    ctx->set_materialize_grads(false);
    ctx->save_for_backward({x});
    tensor_list results;
    // Shallow copies that are no views, so that callers may add to them in place.
    for (const at::Tensor& result : work(x)) results.push_back(result.variable_data());
    return results;
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const Work work = take<Work>(ctx, "work");
    const bool x_needed = ctx->saved_data["x_needed"].toBool();
    const at::AutoGradMode with_gradients(true);
    const at::Tensor x = ctx->get_saved_variables()[0].detach().requires_grad_(x_needed);
    torch::autograd::edge_list ends;
    tensor_list their_gradients;
    {
      // Only the way back matters, so the results themselves do not live on.
      const tensor_list again = work(x);
      for (std::size_t i = 0; i < again.size(); ++i) {
        if (!gradients[i].defined() || !again[i].requires_grad()) continue;
        ends.push_back(torch::autograd::impl::gradient_edge(again[i]));
        their_gradients.push_back(gradients[i]);
      }
    }
    if (!ends.empty()) {
      torch::autograd::Engine::get_default_engine().execute(
          ends, their_gradients, /*keep_graph=*/false, /*create_graph=*/false,
          /*accumulate_grad=*/true);
    }
    return {x_needed ? x.grad() : at::Tensor(), {}, {}};
  }
};

}  // namespace

tensor_list recomputed(const at::Tensor& x, Work work) {
  const at::Tensor given = x.defined() ? x : at::empty({0});
  if (!at::GradMode::is_enabled()) return work(given);
  return Recomputed::apply(given, at::empty({0}).requires_grad_(), std::move(work));
}

}  // namespace disgnn::ops
