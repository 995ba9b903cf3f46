#include "nn/kernel_choice.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "nn/kernel_ridge.h"
#include "ops/pair_index_tensors.h"

namespace disgnn::nn {
namespace {

constexpr std::array kRidges{0.3, 1.0, 3.0, 10.0};
constexpr std::array kScales{2.0, 4.0, 8.0, 16.0};

/// The best ridge and scale for one kernel.
KernelChoice tried(const at::Tensor& gram, std::span<const std::int32_t> labels,
                   std::int64_t classes) {
  const at::Tensor targets = ops::index_tensor(labels).unsqueeze(1);
  KernelChoice best{.likelihood = -std::numeric_limits<double>::infinity()};
  for (const double ridge : kRidges) {
    const at::Tensor left_out = fit_kernel_ridge(gram, labels, classes, ridge).left_out;
    for (const double scale : kScales) {
      const auto likelihood =
          at::log_softmax(scale * left_out, 1).gather(1, targets).mean().item<double>();
      if (likelihood > best.likelihood) best = {{}, ridge, scale, likelihood};
    }
  }
  return best;
}

}  // namespace

KernelChoice choose_kernels(std::span<const at::Tensor> kernels,
                            std::span<const std::int32_t> labels, std::int64_t classes) {
  KernelChoice best{.likelihood = -std::log(static_cast<double>(classes))};  // of not knowing
  at::Tensor sum;
  while (best.parts.size() < kernels.size()) {
    KernelChoice next = best;
    for (std::size_t k = 0; k < kernels.size(); ++k) {
      if (std::ranges::find(best.parts, k) != best.parts.end()) continue;
      KernelChoice with = tried(sum.defined() ? sum + kernels[k] : kernels[k], labels, classes);
      if (with.likelihood <= next.likelihood) continue;
      next = with;
      next.parts = best.parts;
      next.parts.push_back(k);
    }
    if (next.parts.size() == best.parts.size()) break;
    best = next;
    const at::Tensor& added = kernels[best.parts.back()];
    sum = sum.defined() ? sum + added : added;
  }
  return best;
}

}  // namespace disgnn::nn
