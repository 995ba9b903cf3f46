#pragma once

#include <memory>
#include <span>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// Some rows of a pair index with all their entries: what it takes to compute these nodes alone.
struct RowSubset {
  std::vector<NodeId> nodes;               ///< [T] the rows that were kept
  std::shared_ptr<const PairIndex> index;  ///< T rows by N columns
  /// [T] number of each row's first entry in the whole index, which keys its random draws.
  std::shared_ptr<const std::vector<EntryId>> first_entries;
};

/// `nodes` must be rows of `index`. O(T + N + entries kept).
RowSubset select_rows(const PairIndex& index, std::span<const NodeId> nodes);

}  // namespace disgnn
