#pragma once

#include <ATen/ATen.h>

#include "disgnn/ops/edge_reduce.h"

namespace disgnn::ops {

/// An int32 tensor [M] over memory that `index` owns; it keeps the index alive.
inline at::Tensor borrowed_tensor(std::span<const NodeId> values, const PairIndexPtr& index) {
  return at::from_blob(
      const_cast<NodeId*>(values.data()), {static_cast<std::int64_t>(values.size())},
      [index](void*) {}, at::kInt);
}

/// Row of every entry.
inline at::Tensor rows_tensor(const PairIndexPtr& index) {
  return borrowed_tensor(index->rows(), index);
}

/// Column of every entry.
inline at::Tensor columns_tensor(const PairIndexPtr& index) {
  return borrowed_tensor(index->columns(), index);
}

/// A copy of `nodes` to index with.
inline at::Tensor index_tensor(std::span<const NodeId> nodes) {
  const auto count = static_cast<std::int64_t>(nodes.size());
  return at::from_blob(const_cast<NodeId*>(nodes.data()), {count}, at::kInt).to(at::kLong);
}

}  // namespace disgnn::ops
