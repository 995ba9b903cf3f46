#include "disgnn/graph/context_nodes.h"

#include <algorithm>

namespace disgnn {

ContextNodes sample_contexts(const PairIndex& edges, const ContextSampling& sampling,
                             const RandomStream& stream) {
  const auto row = [&](NodeId v) {
    return edges.columns().subspan(edges.offsets()[v], edges.offsets()[v + 1] - edges.offsets()[v]);
  };
  const NodeId nodes = edges.nodes();
  constexpr std::uint64_t kLongestWalk = 3;
  ContextNodes drawn;
  std::vector<EntryId> offsets{0};
  std::vector<NodeId> columns;
  const RandomPermutation order(nodes, stream);
  for (std::int64_t i = 0; i < std::min<std::int64_t>(sampling.centres, nodes); ++i) {
    const auto centre = static_cast<NodeId>(order(i));
    const auto near = row(centre);
    const auto first = static_cast<std::ptrdiff_t>(columns.size());
    for (std::int64_t walk = 0; walk < sampling.nodes_per_context; ++walk) {
      const std::uint64_t key =
          static_cast<std::uint64_t>(nodes) +
          static_cast<std::uint64_t>(i * sampling.nodes_per_context + walk) * kLongestWalk;
      NodeId at = centre;
      const std::uint64_t steps = walk % 2 == 0 ? kLongestWalk - 1 : kLongestWalk;
      for (std::uint64_t step = 0; step < steps; ++step) {
        at = row(at)[stream.below(key + step, row(at).size())];
      }
      if (!std::binary_search(near.begin(), near.end(), at)) columns.push_back(at);
    }
    if (static_cast<std::ptrdiff_t>(columns.size()) == first) continue;
    const auto found = static_cast<double>(columns.size()) - static_cast<double>(first);
    std::sort(columns.begin() + first, columns.end());
    drawn.weights.resize(columns.size(), 1 / found);
    drawn.centres.push_back(centre);
    offsets.push_back(static_cast<EntryId>(columns.size()));
  }
  drawn.around = PairIndex::from_rows(static_cast<NodeId>(drawn.centres.size()), nodes,
                                      std::move(offsets), std::move(columns));
  return drawn;
}

}  // namespace disgnn
