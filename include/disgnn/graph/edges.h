#pragma once

#include "disgnn/graph/graph.h"

namespace disgnn {

/// Calls use(v, u, e) for every edge between different nodes, e being the entry (v, u): v receives
/// from u. Of the two entries of an undirected edge it is the one with u < v. In the order of the
/// entries.
template <typename Use>
void for_each_edge(const Graph& graph, const Use& use) {
  const PairIndex& index = *graph.index();
  for (NodeId v = 0; v < index.nodes(); ++v) {
    for (EntryId e = index.offsets()[v]; e < index.offsets()[v + 1]; ++e) {
      const NodeId u = index.columns()[e];
      if (u < v || (u != v && !graph.symmetric())) use(v, u, e);
    }
  }
}

}  // namespace disgnn
