#include "disgnn/graph/distance_pairs.h"

#include <algorithm>
#include <array>

namespace disgnn {
namespace {

/// The nodes by class of their distance from `source`; `distance` is room for one value per node.
std::array<std::vector<NodeId>, kDistanceClasses> nodes_by_distance(
    const PairIndex& edges, NodeId source, std::vector<std::int8_t>& distance) {
  constexpr std::int8_t kFar = kDistanceClasses;
  std::fill(distance.begin(), distance.end(), kFar);
  distance[source] = 0;
  std::array<std::vector<NodeId>, kDistanceClasses> by_class;
  std::vector<NodeId> border{source};
  for (std::int8_t hops = 1; hops < kFar; ++hops) {
    std::vector<NodeId>& reached = by_class[hops - 1];
    for (const NodeId v : border) {
      for (EntryId e = edges.offsets()[v]; e < edges.offsets()[v + 1]; ++e) {
        const NodeId u = edges.columns()[e];
        if (distance[u] != kFar) continue;
        distance[u] = hops;
        reached.push_back(u);
      }
    }
    border = reached;
  }
  for (NodeId v = 0; v < edges.nodes(); ++v) {
    if (distance[v] == kFar) by_class.back().push_back(v);
  }
  return by_class;
}

}  // namespace

DistancePairs sample_distance_pairs(const PairIndex& edges, const DistanceSampling& sampling,
                                    const RandomStream& stream) {
  DistancePairs pairs;
  const NodeId nodes = edges.nodes();
  std::vector<std::int8_t> distance(nodes);
  const RandomPermutation order(nodes, stream);
  std::uint64_t draws = 0;
  for (std::int64_t i = 0; i < std::min<std::int64_t>(sampling.sources, nodes); ++i) {
    const auto source = static_cast<NodeId>(order(i));
    const auto by_class = nodes_by_distance(edges, source, distance);
    for (std::size_t c = 0; c < by_class.size(); ++c) {
      const std::vector<NodeId>& candidates = by_class[c];
      const auto count =
          std::min<std::int64_t>(sampling.per_class, static_cast<std::int64_t>(candidates.size()));
      // With replacement: a class of few nodes is worth as many pairs as it has nodes.
      for (std::int64_t k = 0; k < count; ++k) {
        pairs.first.push_back(source);
        pairs.second.push_back(candidates[stream.below(nodes + draws++, candidates.size())]);
        pairs.classes.push_back(static_cast<std::int32_t>(c));
      }
    }
  }
  return pairs;
}

}  // namespace disgnn
