#include "extensions/structure/normalize.h"

#include <ATen/ATen.h>

namespace disgnn::nn {

at::Tensor standardize_columns(const at::Tensor& x) {
  const at::Tensor mean = x.mean(0);
  const at::Tensor centred = x - mean;
  const at::Tensor deviation = centred.square().mean(0).sqrt();
  // Equal values differ by rounding only, which must not be blown up.
  const at::Tensor constant = deviation <= 1e-6 * mean.abs().clamp_min(1);
  return (centred / deviation.masked_fill(constant, 1)).masked_fill(constant, 0);
}

at::Tensor normalize_rows(const at::Tensor& x) {
  return x / x.norm(2, 1, /*keepdim=*/true).clamp_min(1e-12);
}

}  // namespace disgnn::nn
