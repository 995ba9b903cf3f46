#pragma once

#include <ATen/ATen.h>

#include <memory>
#include <vector>

#include "disgnn/ops/edge_reduce.h"

namespace disgnn::ops {

/// An int32 tensor [M] over memory that `index` owns; it keeps the index alive.
inline at::Tensor borrowed_tensor(std::span<const NodeId> values, const PairIndexPtr& index) {
  return at::from_blob(
      const_cast<NodeId*>(values.data()), {static_cast<std::int64_t>(values.size())},
      [index](void*) {}, at::kInt);
}

/// Row of every entry, [M].
inline at::Tensor rows_tensor(const PairIndexPtr& index) {
  const auto rows = std::make_shared<std::vector<NodeId>>(index->expanded_rows());
  return at::from_blob(
      rows->data(), {index->entries()}, [rows](void*) {}, at::kInt);
}

/// Column of every entry.
inline at::Tensor columns_tensor(const PairIndexPtr& index) {
  return borrowed_tensor(index->columns(), index);
}

/// A copy of `nodes` (or labels) as int64, to index with.
inline at::Tensor index_tensor(std::span<const NodeId> nodes) {
  const auto count = static_cast<std::int64_t>(nodes.size());
  return at::from_blob(const_cast<NodeId*>(nodes.data()), {count}, at::kInt).to(at::kLong);
}

}  // namespace disgnn::ops
