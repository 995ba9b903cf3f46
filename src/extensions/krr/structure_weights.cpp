#include "extensions/krr/structure_weights.h"

#include <ATen/ATen.h>

#include "extensions/krr/kernel_choice.h"
#include "extensions/krr/kernels/structure_kernel.h"

namespace disgnn::nn {
namespace {

/// Squared differences in one column, [A, A].
at::Tensor squares_in(const at::Tensor& columns, std::int64_t k) {
  const at::Tensor column = columns.select(1, k);
  return (column.unsqueeze(1) - column.unsqueeze(0)).square_();
}

}  // namespace

at::Tensor choose_structure_weights(const StructureTerms& sum, const ClassLabels& labels,
                                    double ridge, const ProgressCallback& progress) {
  constexpr int kRounds = 4;
  // The likelihood is a mean: of few labels one alone moves it. Less than 0.3 in sum would do where
  // there are many labels, more would cost what the weights are worth on small graphs.
  const double clearly = 0.3 / static_cast<double>(labels.of_landmarks.size());
  const auto likelihood = [&](const at::Tensor& distance) {
    const at::Tensor structure = (distance / -kStructureWidth).exp_();
    return best_scale(sum.plain + sum.cofactor * structure, labels, ridge).likelihood;
  };
  const std::int64_t columns = sum.columns.size(1);
  at::Tensor weights = at::ones({columns}, at::kDouble);
  at::Tensor distance = at::zeros_like(sum.plain);  // weighted and squared, [A, A]
  for (std::int64_t k = 0; k < columns; ++k) distance += squares_in(sum.columns, k);
  double best = likelihood(distance);
  bool moved = true;
  for (int round = 0; moved && round < kRounds; ++round) {
    moved = false;
    for (std::int64_t k = 0; k < columns; ++k) {
      if (progress) progress();
      const at::Tensor squares = squares_in(sum.columns, k);
      const auto weight = weights[k].item<double>();
      for (const double factor : {2.0, 0.5}) {
        const at::Tensor other = distance + (factor - 1) * weight * squares;
        const double with = likelihood(other);
        if (with <= best + clearly) continue;
        best = with;
        distance = other;
        weights[k] = factor * weight;
        moved = true;
        break;
      }
    }
  }
  return weights;
}

}  // namespace disgnn::nn
