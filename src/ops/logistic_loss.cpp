#include "disgnn/ops/logistic_loss.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "disgnn/core/error.h"
#include "ops/kernels/loss_kernels.h"

namespace disgnn::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// Elements whose loss is added up by one thread; fixed, so that sums do not depend on the threads.
constexpr std::int64_t kPart = 1 << 14;

template <typename T>
LogisticTask<T> task_of(const at::Tensor& x, const at::Tensor& weights, double scale) {
  return {x.data_ptr<T>(), weights.numel() > 0 ? weights.data_ptr<T>() : nullptr,
          static_cast<T>(scale)};
}

class LogisticLoss : public torch::autograd::Function<LogisticLoss> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x_in, double scale,
                            const at::Tensor& weights_in) {
    const at::Tensor x = x_in.contiguous();
    const at::Tensor weights = weights_in.contiguous();
    std::vector<double> sums((x.numel() + kPart - 1) / kPart);
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "logistic_loss", [&] {
      const auto task = task_of<scalar_t>(x, weights, scale);
      at::parallel_for(
          0, static_cast<std::int64_t>(sums.size()), 1, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
              sums[i] = logistic_sum(task, {i * kPart, std::min((i + 1) * kPart, x.numel())});
            }
          });
    });
    ctx->save_for_backward({x, weights});
    ctx->saved_data["scale"] = scale;
    return at::full({}, std::accumulate(sums.begin(), sums.end(), 0.0), x.options());
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const auto saved = ctx->get_saved_variables();
    const at::Tensor& x = saved[0];
    const double scale = ctx->saved_data["scale"].toDouble();
    const auto outer = gradients[0].item<double>();
    at::Tensor dx = at::empty_like(x);
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "logistic_loss_backward", [&] {
      const auto task = task_of<scalar_t>(x, saved[1], scale);
      at::parallel_for(0, x.numel(), kPart, [&](std::int64_t begin, std::int64_t end) {
        logistic_gradient(task, {begin, end}, dx.data_ptr<scalar_t>());
      });
    });
    return {outer == 1 ? dx : dx.mul_(outer), {}, {}};
  }
};

}  // namespace

at::Tensor logistic_loss(const at::Tensor& x, double scale, const at::Tensor& weights) {
  DISGNN_ASSERT(x.dim() == 1 && (!weights.defined() || weights.sizes() == x.sizes()));
  return LogisticLoss::apply(x, scale, weights.defined() ? weights : at::empty({0}, x.options()));
}

}  // namespace disgnn::ops
