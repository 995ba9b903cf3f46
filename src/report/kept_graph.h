#pragma once

#include <cstdint>
#include <vector>

#include "disgnn/data/dataset.h"

namespace disgnn::report {

/// How much of a graph a page can hold.
struct ReportLimits {
  std::int64_t nodes = 100'000;
  std::int64_t edge_bytes = 6'000'000;  ///< of all columns over edge entries
};

/// The part of a graph that goes into a report.
struct KeptGraph {
  std::vector<NodeId> nodes;           ///< ascending
  std::vector<std::int64_t> position;  ///< [N] in `nodes`, -1 = left out
  std::vector<EntryId> entries;        ///< no self loops; both directions of an edge side by side
  std::int64_t edges = 0;              ///< kept, each counted once
  std::int64_t edges_of_graph = 0;
};

/// All of the graph or, where that is too much, a random part: `wanted` nodes and others up to the
/// limit, then edges between them. O(N + E).
KeptGraph kept_graph(const Graph& graph, const std::vector<NodeId>& wanted,
                     std::int64_t bytes_per_entry, const ReportLimits& limits);

}  // namespace disgnn::report
