#pragma once

#include <cstdint>
#include <vector>

#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// Columns of structure_features.
inline constexpr std::int64_t kStructureFeatures = 7;

/// What a node's place in the graph says about it, whatever its own features are, [N * 7]: the
/// logarithm of 1 + the number of nodes it receives from, the same for those it sends to, the mean
/// of the former over its neighbours and the mean of these means over its neighbours, the logarithm
/// of its PageRank (damping 0.85), its clustering coefficient (how many pairs of its neighbours are
/// linked) and the mean of that over its neighbours. Self loops do not count. Every column has mean
/// 0 and standard deviation 1 over the graph; one that is the same for all nodes is 0.
/// O(sum over the entries of the smaller of the two degrees).
std::vector<float> structure_features(const PairIndex& edges);

}  // namespace disgnn
