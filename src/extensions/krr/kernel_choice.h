#pragma once

#include <ATen/core/Tensor.h>

#include <cstddef>
#include <span>
#include <vector>

#include "disgnn/core/progress_callback.h"
#include "extensions/krr/kernel_ridge.h"

namespace disgnn::nn {

/// A product of kernels, by their positions: nodes are alike that are so by all of them.
using KernelProduct = std::vector<std::size_t>;

/// The product of these kernels, at least one, [T, A] each.
at::Tensor product_of(std::span<const at::Tensor> kernels, const KernelProduct& factors);

/// A sum of products of kernels and how to regress on it.
struct KernelChoice {
  std::vector<KernelProduct> terms{};  ///< in the order they were chosen
  double ridge = 1;
  double scale = 1;       ///< softmax of scale times the regression are the likeliest probabilities
  double likelihood = 0;  ///< mean log probability of the labels, each left out once, as they weigh
};

/// The likeliest scale for one kernel of known nodes, [A, A], and a ridge.
KernelChoice best_scale(const at::Tensor& gram, const ClassLabels& labels, double ridge);

/// Chooses among products of kernels of the same known nodes, [A, A] each: starts from the best
/// product and adds the next best for as long as the likelihood of left-out labels rises. None,
/// where all of them say no more than that every class is as likely.
KernelChoice choose_kernels(std::span<const at::Tensor> kernels,
                            std::vector<KernelProduct> candidates, const ClassLabels& labels,
                            const ProgressCallback& progress = {});

}  // namespace disgnn::nn
