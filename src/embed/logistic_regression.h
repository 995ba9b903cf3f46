#pragma once

#include <ATen/core/Tensor.h>

namespace disgnn::embed {

/// Weights [d + 1] (the last is the intercept) that minimise
///   sum_i log(1 + exp(-y_i (w . x_i + b))) + |w|^2 / 2
/// for x[n, d] and y in {0, 1} taken as -1 and 1, as scikit-learn's LogisticRegression(C=1) does.
/// Newton's method, double precision.
at::Tensor logistic_regression(const at::Tensor& x, const at::Tensor& y);

}  // namespace disgnn::embed
