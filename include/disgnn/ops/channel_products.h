#pragma once

#include <ATen/core/Tensor.h>

#include "disgnn/ops/shared_gradient.h"

namespace disgnn::ops {

// Matrix products from and to tables of channels, which lie one channel after the other in memory.
// N nodes, B blocks (such as P, Q, V), C channels, H hidden units; differentiable, float or double.

/// terms[N, B, C, H] = x[N, d] w[d, B*C*H]
at::Tensor project_channels(const at::Tensor& x, const at::Tensor& w, std::int64_t blocks,
                            std::int64_t channels);

/// y[N, K] = z[N, C, H] w[C*H, K], each node's channels side by side.
at::Tensor merge_channels(const at::Tensor& z, const at::Tensor& w,
                          const SharedGradientPtr& gradient = nullptr);

}  // namespace disgnn::ops
