#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "disgnn/graph/graph.h"

namespace disgnn {

/// Numbers of distinct neighbours, in either direction, the node itself not counted.
struct DegreeStatistics {
  std::int64_t min = 0;
  double median = 0;
  double mean = 0;
  std::int64_t max = 0;
};

struct GraphStatistics {
  NodeId nodes = 0;
  std::int64_t edges = 0;    ///< unordered pairs of different nodes joined in either direction
  std::int64_t entries = 0;  ///< Graph::entries(): self loops and both directions counted
  DegreeStatistics degrees;
  NodeId isolated_nodes = 0;     ///< without a neighbour
  NodeId components = 0;         ///< connected when direction is ignored
  NodeId largest_component = 0;  ///< nodes in it
};

/// O(N log N + E log max-degree).
GraphStatistics graph_statistics(const Graph& graph);

/// How often edges join nodes of the same class, over edges with both ends labelled, each counted
/// once, self loops left out.
struct Homophily {
  std::int64_t edges = 0;      ///< with both ends labelled
  std::optional<double> edge;  ///< share of them inside a class; nothing when there are none
  /// (edge - s) / (1 - s), where s = sum over classes of (D_k / 2|E|)^2 is the share that chance
  /// would give and D_k the sum of the degrees in class k: 1 = all inside, 0 = as by chance
  /// (Platonov et al., "Characterizing graph datasets for node classification", 2023). Nothing when
  /// all edge ends are of one class.
  std::optional<double> adjusted;
};

/// `labels` [N], below 0 = unlabelled. O(N + E log max-degree).
Homophily homophily(const Graph& graph, std::span<const std::int32_t> labels);

/// Nodes of every class 0 .. classes-1; unlabelled nodes (below 0) are not counted.
std::vector<std::int64_t> class_sizes(std::span<const std::int32_t> labels, std::int32_t classes);

}  // namespace disgnn
