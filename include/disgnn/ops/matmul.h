#pragma once

#include <ATen/core/Tensor.h>

namespace disgnn::ops {

/// x[N, K] * w[K, M] -> [N, M]. Differentiable; floats go through oneDNN, which beats OpenBLAS on
/// our tall and narrow shapes and picks the processor's best instructions by itself
/// (docs/performance.md).
at::Tensor matmul(const at::Tensor& x, const at::Tensor& w);

}  // namespace disgnn::ops
