#pragma once

#include <cstdint>
#include <vector>

#include "disgnn/core/random.h"
#include "disgnn/graph/pair_index.h"

namespace disgnn {

/// Classes of pairs by their shortest path: 0, 1, 2 stand for 1, 2, 3 hops, 3 for more (or no
/// path).
constexpr std::int64_t kDistanceClasses = 4;

struct DistancePairs {
  std::vector<NodeId> first;
  std::vector<NodeId> second;
  std::vector<std::int32_t> classes;  ///< below kDistanceClasses
};

struct DistanceSampling {
  std::int64_t sources = 16;    ///< nodes to search from
  std::int64_t per_class = 16;  ///< most pairs of each source and class
};

/// Searches breadth-first from a few random nodes and draws from each as many nodes of every class
/// as there are, at most `per_class`. O(sources * (N + E)) time, O(N) memory. Equal streams give
/// equal pairs.
DistancePairs sample_distance_pairs(const PairIndex& edges, const DistanceSampling& sampling,
                                    const RandomStream& stream);

}  // namespace disgnn
