#include "extensions/krr/kernel_ridge.h"

#include <ATen/ATen.h>

#include "ops/pair_index_tensors.h"

namespace disgnn::nn {

at::Tensor ClassLabels::landmark_weights(at::ScalarType type) const {
  const auto count = static_cast<std::int64_t>(of_landmarks.size());
  if (!class_weights.defined()) return at::ones({count}, type);
  const at::Tensor weights =
      class_weights.to(type).index_select(0, ops::index_tensor(of_landmarks));
  return weights / weights.mean();
}

KernelRidge fit_kernel_ridge(const at::Tensor& gram, const ClassLabels& labels, double ridge) {
  const auto count = static_cast<std::int64_t>(labels.of_landmarks.size());
  const std::int64_t classes = labels.classes;
  const bool precise = gram.scalar_type() == at::kDouble;
  // Targets do not depend on the other labels, so that leaving one out leaves nothing of it behind.
  at::Tensor targets = at::full({count, classes}, -1.0 / static_cast<double>(classes), at::kDouble);
  for (std::int64_t i = 0; i < count; ++i) {
    targets.data_ptr<double>()[i * classes + labels.of_landmarks[i]] += 1;
  }
  targets = targets.to(gram.scalar_type());
  at::Tensor ridged = gram.clone();
  ridged.diagonal().add_(ridge / labels.landmark_weights(gram.scalar_type()));
  const auto [factor, info] = at::linalg_cholesky_ex(ridged);
  if (info.item<int>() != 0) return {at::zeros_like(targets), at::zeros_like(targets)};
  const at::Tensor inverse = at::cholesky_inverse(factor);
  const at::Tensor dual = at::mm(inverse, targets);
  // Closed form of leave-one-out: y_i - dual_i / inverse_ii. Of a landmark like no other nothing
  // remains but rounding, which still knows its label and must go.
  const at::Tensor left_out = targets - dual / inverse.diagonal().unsqueeze(1);
  return {dual, left_out.masked_fill(left_out.abs() < (precise ? 1e-9 : 1e-5), 0)};
}

}  // namespace disgnn::nn
