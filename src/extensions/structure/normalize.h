#pragma once

#include <ATen/core/Tensor.h>

namespace disgnn::nn {

/// Columns of x[N, d] with mean 0 and standard deviation 1, so that one of large numbers does not
/// speak for all; one that is the same for all rows is 0.
at::Tensor standardize_columns(const at::Tensor& x);

/// Rows of x[N, d] of length 1, so that their products are cosines; one without values stays 0.
at::Tensor normalize_rows(const at::Tensor& x);

}  // namespace disgnn::nn
