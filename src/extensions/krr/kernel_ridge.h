#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

namespace disgnn::nn {

/// What is known of the anchors.
struct ClassLabels {
  std::span<const std::int32_t> of_anchors;  ///< [A]
  std::int64_t classes = 0;
  at::Tensor class_weights{};  ///< [K], positive for classes that occur; undefined: all alike

  /// w[A] with mean 1: an anchor weighs what its class does.
  [[nodiscard]] at::Tensor anchor_weights(at::ScalarType type) const;
};

/// Kernel ridge regression of class membership.
struct KernelRidge {
  at::Tensor dual;      ///< [A, K]: k(v, anchors) times it is what the regression says of v
  at::Tensor left_out;  ///< [A, K]: what the regression without an anchor says of the anchor
};

/// For the kernel gram[A, A] between anchors with these labels, in the precision of gram. 0 means
/// that nothing speaks for or against a class, everywhere if gram plus ridge is not positive by
/// rounding. The squared error of an anchor counts as its class weighs, w times: for it the ridge
/// is w times smaller. Weights are those of all anchors, the one left out among them.
KernelRidge fit_kernel_ridge(const at::Tensor& gram, const ClassLabels& labels, double ridge);

}  // namespace disgnn::nn
