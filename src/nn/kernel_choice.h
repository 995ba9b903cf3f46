#pragma once

#include <ATen/core/Tensor.h>

#include <span>
#include <vector>

#include "nn/kernel_ridge.h"

namespace disgnn::nn {

/// A sum of kernels and how to regress on it.
struct KernelChoice {
  std::vector<std::size_t> parts{};  ///< which of the kernels, in the order they were chosen
  double ridge = 1;
  double scale = 1;       ///< softmax of scale times the regression are the likeliest probabilities
  double likelihood = 0;  ///< mean log probability of the labels, each left out once, as they weigh
};

/// Chooses among kernels of the same known nodes, [A, A] each: starts from the best one and
/// adds the next best for as long as the likelihood of left-out labels rises. None, where all of
/// them say no more than that every class is as likely.
KernelChoice choose_kernels(std::span<const at::Tensor> kernels, const ClassLabels& labels);

}  // namespace disgnn::nn
