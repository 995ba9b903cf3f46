#pragma once

#include <cstdint>
#include <functional>

#include "disgnn/data/features.h"
#include "disgnn/graph/graph.h"

namespace disgnn::embed {

/// DeepWalk (Perozzi et al., KDD 2014) as it is used today: random walks, then skip-gram with
/// negative sampling (Mikolov et al., NeurIPS 2013).
struct DeepWalkOptions {
  std::int64_t dimension = 64;
  std::int64_t walks = 40;     ///< from every node
  std::int64_t length = 40;    ///< nodes per walk
  std::int64_t window = 10;    ///< largest distance in a walk of two nodes that predict each other
  std::int64_t negatives = 5;  ///< random nodes per such pair
  double learning_rate = 0.025;
  std::uint64_t seed = 0;
  /// One gives the same vectors for the same seed. More threads write to the same vectors without
  /// locks: about as many times faster, as good, but no longer the same every time.
  std::int64_t threads = 1;
};

/// Asked now and then with the share that is done; false stops with Error (kInterrupted).
using EmbeddingProgress = std::function<bool(double share)>;

/// Vectors [N, dimension] for graphs without features. Nodes without neighbours keep their small
/// random start. O(N * dimension) memory beside the graph.
DenseFeatures deepwalk(const Graph& graph, const DeepWalkOptions& options,
                       const EmbeddingProgress& progress = {});

}  // namespace disgnn::embed
