#pragma once

#include "ops/kernels/pair_side.h"

namespace disgnn::ops {

/// out[row, unit] = sum over entries of values[position] * x[other, unit] for all rows and a few
/// units: x should be a packed block of them that fits the cache.
template <typename T>
struct SparseProductTask {
  PairSide side;
  std::int64_t rows;
  std::int64_t units;
  const T* values;  ///< by position
  NodeTable<const T> x;
  NodeTable<T> out;
};
void sparse_product_rows(const SparseProductTask<float>& task);
void sparse_product_rows(const SparseProductTask<double>& task);

}  // namespace disgnn::ops
