#pragma once

#include "ops/kernels/pair_side.h"

namespace disgnn::ops {

/// Binary cross-entropy of logits. With a = scale * weights[i] (weights null: scale), element i
/// counts |a| * softplus(sign(a) * x): a > 0 wants x low (target 0), a < 0 wants it high (target
/// 1).
template <typename T>
struct LogisticTask {
  const T* x;
  const T* weights;  ///< or null
  T scale;
};
/// The loss of a range, added up in double.
double logistic_sum(const LogisticTask<float>& task, RowRange elements);
double logistic_sum(const LogisticTask<double>& task, RowRange elements);
/// dx[i] = a * sigmoid(sign(a) * x)
void logistic_gradient(const LogisticTask<float>& task, RowRange elements, float* dx);
void logistic_gradient(const LogisticTask<double>& task, RowRange elements, double* dx);

}  // namespace disgnn::ops
