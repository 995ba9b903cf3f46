#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

namespace disgnn::nn {

/// Kernel ridge regression of class membership.
struct KernelRidge {
  at::Tensor dual;      ///< [A, K]: k(v, anchors) times it is what the regression says of v
  at::Tensor left_out;  ///< [A, K]: what the regression without an anchor says of the anchor
};

/// For the kernel gram[A, A] between anchors with these labels, in the precision of gram. 0 means
/// that nothing speaks for or against a class (in double precision: rounding is taken away).
KernelRidge fit_kernel_ridge(const at::Tensor& gram, std::span<const std::int32_t> labels,
                             std::int64_t classes, double ridge);

}  // namespace disgnn::nn
