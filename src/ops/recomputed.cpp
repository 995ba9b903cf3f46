#include "disgnn/ops/recomputed.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;
using Work = std::function<tensor_list(const at::Tensor&)>;

struct SavedWork : torch::CustomClassHolder {
  explicit SavedWork(Work function) : work(std::move(function)) {}
  Work work;
};

class Recomputed : public torch::autograd::Function<Recomputed> {
 public:
  /// `anchor` only makes autograd record this node when x itself needs no gradient.
  static tensor_list forward(AutogradContext* ctx, const at::Tensor& x,
                             const at::Tensor& /*anchor*/,
                             const c10::intrusive_ptr<SavedWork>& saved) {
    ctx->saved_data["work"] = c10::IValue::make_capsule(saved);
    ctx->saved_data["x_needed"] = x.requires_grad();
    ctx->set_materialize_grads(false);
    ctx->save_for_backward({x});
    tensor_list results;
    // Shallow copies that are no views, so that callers may add to them in place.
    for (const at::Tensor& result : saved->work(x)) results.push_back(result.variable_data());
    return results;
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const auto saved =
        c10::static_intrusive_pointer_cast<SavedWork>(ctx->saved_data["work"].toCapsule());
    const bool x_needed = ctx->saved_data["x_needed"].toBool();
    const at::AutoGradMode with_gradients(true);
    const at::Tensor x = ctx->get_saved_variables()[0].detach().requires_grad_(x_needed);
    tensor_list results;
    tensor_list their_gradients;
    const tensor_list again = saved->work(x);
    for (std::size_t i = 0; i < again.size(); ++i) {
      if (!gradients[i].defined() || !again[i].requires_grad()) continue;
      results.push_back(again[i]);
      their_gradients.push_back(gradients[i]);
    }
    if (!results.empty()) torch::autograd::backward(results, their_gradients);
    return {x_needed ? x.grad() : at::Tensor(), {}, {}};
  }
};

}  // namespace

tensor_list recomputed(const at::Tensor& x, Work work) {
  const at::Tensor given = x.defined() ? x : at::empty({0});
  if (!at::GradMode::is_enabled()) return work(given);
  return Recomputed::apply(given, at::empty({0}).requires_grad_(),
                           c10::make_intrusive<SavedWork>(std::move(work)));
}

}  // namespace disgnn::ops
