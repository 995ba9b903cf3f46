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

/// Elements that are worked off in one go; fixed, so that sums do not depend on the threads.
constexpr std::int64_t kPart = 1 << 12;

/// Calls body(part, task of up to kPart logits, first, count) for all parts, in parallel.
template <typename T, typename Body>
void for_each_part(const at::Tensor& scores, ColumnRange columns, const at::Tensor& weights,
                   double scale, const Body& body) {
  const std::int64_t width = scores.size(1);
  const std::int64_t logits = scores.size(0);
  const std::int64_t parts = (logits + kPart - 1) / kPart;
  at::parallel_for(0, parts, 1, [&](std::int64_t begin, std::int64_t end) {
    std::vector<T> sums(width == 1 ? 0 : kPart);
    for (std::int64_t part = begin; part < end; ++part) {
      const std::int64_t first = part * kPart;
      const std::int64_t count = std::min(kPart, logits - first);
      const T* const rows = scores.data_ptr<T>() + first * width;
      for (std::int64_t i = 0; width > 1 && i < count; ++i) {
        const T* const row = rows + i * width + columns.first;
        sums[i] = std::accumulate(row, row + columns.count, T(0));
      }
      body(part,
           LogisticTask<T>{width == 1 ? rows : sums.data(),
                           weights.numel() > 0 ? weights.data_ptr<T>() + first : nullptr,
                           static_cast<T>(scale)},
           first, count);
    }
  });
}

class LogisticLoss : public torch::autograd::Function<LogisticLoss> {
 public:
  static at::Tensor forward(AutogradContext* ctx, const at::Tensor& scores_in, ColumnRange columns,
                            double scale, const at::Tensor& weights_in) {
    const at::Tensor scores = scores_in.contiguous();
    const at::Tensor weights = weights_in.contiguous();
    std::vector<double> sums((scores.size(0) + kPart - 1) / kPart);
    AT_DISPATCH_FLOATING_TYPES(scores.scalar_type(), "logistic_loss", [&] {
      for_each_part<scalar_t>(scores, columns, weights, scale,
                              [&](auto part, const auto& task, auto /*first*/, auto count) {
                                sums[part] = logistic_sum(task, {0, count});
                              });
    });
    ctx->save_for_backward({scores, weights});
    ctx->saved_data["first"] = columns.first;
    ctx->saved_data["count"] = columns.count;
    ctx->saved_data["scale"] = scale;
    return at::full({}, std::accumulate(sums.begin(), sums.end(), 0.0), scores.options());
  }

  static tensor_list backward(AutogradContext* ctx, const tensor_list& gradients) {
    const auto saved = ctx->get_saved_variables();
    const at::Tensor& scores = saved[0];
    const ColumnRange columns{ctx->saved_data["first"].toInt(), ctx->saved_data["count"].toInt()};
    const double scale = ctx->saved_data["scale"].toDouble();
    const auto outer = gradients[0].item<double>();
    const std::int64_t width = scores.size(1);
    at::Tensor d_scores = columns.count == width ? at::empty_like(scores) : at::zeros_like(scores);
    AT_DISPATCH_FLOATING_TYPES(scores.scalar_type(), "logistic_loss_backward", [&] {
      for_each_part<scalar_t>(scores, columns, saved[1], scale,
                              [&](auto /*part*/, const auto& task, auto first, auto count) {
                                // Not folded into `scale`, whose sign is the target's.
                                std::vector<scalar_t> of_logits(count);
                                logistic_gradient(task, {0, count}, of_logits.data());
                                scalar_t* const rows =
                                    d_scores.template data_ptr<scalar_t>() + first * width;
                                for (std::int64_t i = 0; i < count; ++i) {
                                  std::fill_n(rows + i * width + columns.first, columns.count,
                                              static_cast<scalar_t>(outer) * of_logits[i]);
                                }
                              });
    });
    return {d_scores, {}, {}, {}};
  }
};

}  // namespace

at::Tensor logistic_loss(const at::Tensor& scores, ColumnRange columns, double scale,
                         const at::Tensor& weights) {
  DISGNN_ASSERT(scores.dim() == 2 && columns.first >= 0 && columns.count > 0);
  DISGNN_ASSERT(columns.first + columns.count <= scores.size(1));
  DISGNN_ASSERT(!weights.defined() || (weights.dim() == 1 && weights.size(0) == scores.size(0)));
  return LogisticLoss::apply(scores, columns, scale,
                             weights.defined() ? weights : at::empty({0}, scores.options()));
}

at::Tensor logistic_loss(const at::Tensor& x, double scale, const at::Tensor& weights) {
  DISGNN_ASSERT(x.dim() == 1);
  return logistic_loss(x.unsqueeze(1), {0, 1}, scale, weights);
}

}  // namespace disgnn::ops
