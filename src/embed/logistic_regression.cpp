#include "embed/logistic_regression.h"

#include <ATen/ATen.h>

namespace disgnn::embed {

at::Tensor logistic_regression(const at::Tensor& x, const at::Tensor& y) {
  constexpr int kMostSteps = 50;
  constexpr double kTolerance = 1e-8;
  const std::int64_t d = x.size(1);
  const at::Tensor ones = at::ones({x.size(0), 1}, x.options());
  const at::Tensor rows = at::cat({x, ones}, 1);  // [n, d + 1]
  at::Tensor penalty = at::ones({d + 1}, x.options());
  penalty[d] = 0;
  at::Tensor w = at::zeros({d + 1}, x.options());
  const auto objective = [&](const at::Tensor& weights) {
    const at::Tensor logits = at::mv(rows, weights);
    return (at::softplus(logits) - y * logits).sum().item<double>() +
           0.5 * (penalty * weights * weights).sum().item<double>();
  };
  double value = objective(w);
  for (int step = 0; step < kMostSteps; ++step) {
    const at::Tensor p = at::sigmoid(at::mv(rows, w));
    const at::Tensor gradient = at::mv(rows.t(), p - y) + penalty * w;
    if (gradient.abs().max().item<double>() < kTolerance) break;
    // The intercept alone is not penalised; a label nobody has would leave it without curvature.
    const at::Tensor curvature =
        at::mm(rows.t(), rows * (p * (1 - p)).unsqueeze(1)) + at::diag(penalty + kTolerance);
    const at::Tensor direction = at::linalg_solve(curvature, gradient);
    double length = 1;
    double next = objective(w - direction);
    while (next > value && length > kTolerance) {
      length /= 2;
      next = objective(w - length * direction);
    }
    if (next >= value) break;
    w = w - length * direction;
    value = next;
  }
  return w;
}

}  // namespace disgnn::embed
