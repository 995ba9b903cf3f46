#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

namespace disgnn::nn {

/// What is known of the landmarks.
struct ClassLabels {
  std::span<const std::int32_t> of_landmarks;  ///< [A]
  std::int64_t classes = 0;
  at::Tensor class_weights{};  ///< [K], positive for classes that occur; undefined: all alike

  /// w[A] with mean 1: a landmark weighs what its class does.
  [[nodiscard]] at::Tensor landmark_weights(at::ScalarType type) const;
};

/// Kernel ridge regression of class membership.
struct KernelRidge {
  at::Tensor dual;      ///< [A, K]: k(v, landmarks) times it is what the regression says of v
  at::Tensor left_out;  ///< [A, K]: what the regression without a landmark says of the landmark
};

/// For the kernel gram[A, A] between landmarks with these labels, in the precision of gram. 0 means
/// that nothing speaks for or against a class, everywhere if gram plus ridge is not positive by
/// rounding. The squared error of a landmark counts as its class weighs, w times: for it the ridge
/// is w times smaller. Weights are those of all landmarks, the one left out among them.
KernelRidge fit_kernel_ridge(const at::Tensor& gram, const ClassLabels& labels, double ridge);

}  // namespace disgnn::nn
