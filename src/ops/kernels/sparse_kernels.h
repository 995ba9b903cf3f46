#pragma once

#include "ops/kernels/pair_side.h"

namespace disgnn::ops {

/// out[row, units] = sum over entries of values[position] * x[other, units] for all rows. Works on
/// a range of units, not of rows: the units of all others then stay in the cache while rows go by.
template <typename T>
struct SparseProductTask {
  PairSide side;
  std::int64_t rows;
  const T* values;  ///< by position
  NodeTable<const T> x;
  NodeTable<T> out;
};
void sparse_product_units(const SparseProductTask<float>& task, RowRange units);
void sparse_product_units(const SparseProductTask<double>& task, RowRange units);

}  // namespace disgnn::ops
