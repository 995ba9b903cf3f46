#include "extensions/krr/kernel_choice.h"

#include <ATen/ATen.h>

#include <cmath>
#include <limits>

#include "ops/pair_index_tensors.h"

namespace disgnn::nn {
namespace {

/// 0.25, 0.5, .. 16.
constexpr int kRidges = 7;
double ridge_at(int step) {
  return std::exp2(step - 2);
}
int step_of(double ridge) {
  return static_cast<int>(std::lround(std::log2(ridge))) + 2;
}

/// The best ridge and scale for one kernel: from `start`, one step up or down for as long as the
/// likelihood rises.
KernelChoice tried(const at::Tensor& gram, const ClassLabels& labels, int start) {
  KernelChoice best = best_scale(gram, labels, ridge_at(start));
  for (const int direction : {1, -1}) {
    int step = start + direction;
    bool rises = true;
    for (; rises && step >= 0 && step < kRidges; step += direction) {
      const KernelChoice next = best_scale(gram, labels, ridge_at(step));
      rises = next.likelihood > best.likelihood;
      if (rises) best = next;
    }
    if (best.ridge != ridge_at(start)) break;
  }
  return best;
}

}  // namespace

KernelChoice best_scale(const at::Tensor& gram, const ClassLabels& labels, double ridge) {
  // 1 .. 32. Fine steps: with coarse ones a ridge would be chosen for the scale that goes with it.
  constexpr int kScales = 21;
  const at::Tensor targets = ops::index_tensor(labels.of_landmarks).unsqueeze(1);
  const at::Tensor left_out = fit_kernel_ridge(gram, labels, ridge).left_out.to(at::kDouble);
  const at::Tensor weights = labels.landmark_weights(at::kDouble);
  KernelChoice best{.likelihood = -std::numeric_limits<double>::infinity()};
  for (int step = 0; step < kScales; ++step) {
    const double scale = std::exp2(step / 4.0);
    const at::Tensor likely = at::log_softmax(scale * left_out, 1).gather(1, targets).squeeze(1);
    const auto likelihood = (weights * likely).mean().item<double>();
    if (likelihood > best.likelihood) best = {{}, ridge, scale, likelihood};
  }
  return best;
}

at::Tensor product_of(std::span<const at::Tensor> kernels, const KernelProduct& factors) {
  at::Tensor product = kernels[factors.front()];
  for (const std::size_t k : std::span(factors).subspan(1)) product = product * kernels[k];
  return product;
}

KernelChoice choose_kernels(std::span<const at::Tensor> kernels,
                            std::vector<KernelProduct> candidates, const ClassLabels& labels,
                            const ProgressCallback& progress) {
  constexpr double kGain = 1e-6;  // less is rounding
  const double not_knowing = -std::log(static_cast<double>(labels.classes));
  KernelChoice best{.likelihood = not_knowing};
  at::Tensor sum;
  const auto with = [&](const KernelProduct& term) {
    const at::Tensor product = product_of(kernels, term);
    return sum.defined() ? sum + product : product;
  };
  while (!candidates.empty()) {
    KernelChoice next = best;
    std::vector<KernelProduct> useful;  // what does not help now is not tried again
    for (const KernelProduct& term : candidates) {
      if (progress) progress();
      const KernelChoice tried_with = tried(with(term), labels, step_of(best.ridge));
      if (tried_with.likelihood <= best.likelihood + kGain) continue;
      useful.push_back(term);
      if (tried_with.likelihood <= next.likelihood) continue;
      next = tried_with;
      next.terms = best.terms;
      next.terms.push_back(term);
    }
    if (useful.empty()) break;
    best = next;
    const KernelProduct& added = best.terms.back();
    std::erase(useful, added);
    candidates = useful;
    sum = with(added);
  }
  return best;
}

}  // namespace disgnn::nn
