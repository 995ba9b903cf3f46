#pragma once

#include "ops/kernels/pair_side.h"

namespace disgnn::ops {

/// One Adam update (Kingma and Ba) with the L2 penalty added to the gradient, all in one pass:
///   g += decay * x;  m += (1 - beta1) (g - m);  v = beta2 v + (1 - beta2) g²
///   x -= rate * m / (sqrt(v) / root_correction + epsilon),  rate = learning rate / (1 - beta1^t)
template <typename T>
struct AdamTask {
  T* x;
  const T* gradient;
  T* first;   ///< m
  T* second;  ///< v
  T decay;
  T beta1;
  T beta2;
  T rate;
  T root_correction;  ///< sqrt(1 - beta2^t)
  T epsilon;
};
void adam_update(const AdamTask<float>& task, RowRange elements);
void adam_update(const AdamTask<double>& task, RowRange elements);

}  // namespace disgnn::ops
