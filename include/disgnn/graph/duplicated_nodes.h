#pragma once

#include <cstdint>
#include <span>

#include "disgnn/graph/graph.h"

namespace disgnn {

/// Nodes that nothing but their number (and perhaps their features) tells apart.
struct DuplicatedNodes {
  std::int64_t nodes = 0;   ///< in a group of two or more
  std::int64_t groups = 0;  ///< of two or more
};

/// Groups nodes with the same neighbours (self loops left out, at least one neighbour, in a
/// directed graph the same sources and the same targets) and the same label; two unlabelled nodes
/// count as equal. When copies fall on both sides of a split, test labels leak into training: known
/// from chameleon and squirrel (Platonov et al., ICLR 2023). `labels` [N]. Hashes the neighbour
/// lists, then compares those with equal hash: O(N log N + E).
DuplicatedNodes find_duplicated_nodes(const Graph& graph, std::span<const std::int32_t> labels);

}  // namespace disgnn
