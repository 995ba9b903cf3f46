#pragma once

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>

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
  at::Tensor rows = at::empty({index->entries()}, at::kInt);
  auto* const data = rows.data_ptr<NodeId>();
  at::parallel_for(0, index->nodes(), 4096, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) {
      std::fill(data + index->offsets()[row], data + index->offsets()[row + 1],
                static_cast<NodeId>(row));
    }
  });
  return rows;
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
