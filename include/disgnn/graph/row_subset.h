#pragma once

#include <memory>
#include <span>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// Some rows of a graph with all their entries: what it takes to compute these nodes alone from a
/// table of the nodes they receive from.
struct RowSubset {
  std::vector<NodeId> nodes;               ///< [T] the rows, by their number in the graph
  std::vector<NodeId> positions;           ///< [T] the same by their place in the table
  std::shared_ptr<const PairIndex> index;  ///< T rows by as many columns as the table has rows
  std::vector<EntryId> first_entries;  ///< [T] number of each row's first entry in the graph: keys
                                       ///< its random draws
};
using RowSubsetPtr = std::shared_ptr<const RowSubset>;

/// The rows `nodes` of `index`, from a table of all nodes. O(T + N + entries kept).
RowSubset select_rows(const PairIndex& index, std::span<const NodeId> nodes);

/// What each layer has to compute so that the last one gives certain nodes: layer i works on a
/// table of what layer i-1 computed, the first one on all nodes. Null: all nodes, since most are
/// needed.
using ReceptiveField = std::vector<RowSubsetPtr>;
ReceptiveField receptive_field(const PairIndex& index, std::span<const NodeId> nodes,
                               std::int64_t layers);

}  // namespace disgnn
