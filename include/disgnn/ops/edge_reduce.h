#pragma once

#include <ATen/core/Tensor.h>

#include <memory>

#include "disgnn/graph/pair_index.h"

namespace disgnn::ops {

using PairIndexPtr = std::shared_ptr<const PairIndex>;

// Moves between one value per node and one value per entry (M entries, N rows, N' columns). The
// two directions are each other's gradients. All are differentiable, float or double.

/// out[M, C] = x[row of entry, :], x[N, C]
at::Tensor gather_rows(const at::Tensor& x, const PairIndexPtr& index);
/// out[M, C] = x[column of entry, :], x[N', C]
at::Tensor gather_columns(const at::Tensor& x, const PairIndexPtr& index);
/// out[N, C] = sum of values[M, C] over the entries of each row
at::Tensor sum_by_row(const at::Tensor& values, const PairIndexPtr& index);
/// out[N', C] = sum of values[M, C] over the entries of each column
at::Tensor sum_by_column(const at::Tensor& values, const PairIndexPtr& index);

}  // namespace disgnn::ops
