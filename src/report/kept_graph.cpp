#include "report/kept_graph.h"

#include <algorithm>

#include "disgnn/core/random.h"

namespace disgnn::report {
namespace {

RandomPermutation sample_order(std::size_t size, std::uint16_t part) {
  return {size, RandomStream(/*seed=*/0, RandomPurpose::kReportSample, /*step=*/0, part)};
}

/// True for each of `wanted` and for others drawn at random, `count` in all.
std::vector<bool> sampled_nodes(NodeId nodes, const std::vector<NodeId>& wanted,
                                std::int64_t count) {
  std::vector<bool> kept(nodes, count >= nodes);
  if (count >= nodes) return kept;
  std::int64_t found = 0;
  const auto keep = [&](NodeId v) {
    if (kept[v] || found == count) return;
    kept[v] = true;
    ++found;
  };
  for (const NodeId v : wanted) keep(v);
  const RandomPermutation order = sample_order(nodes, 0);
  for (NodeId i = 0; i < nodes && found < count; ++i) keep(static_cast<NodeId>(order(i)));
  return kept;
}

}  // namespace

KeptGraph kept_graph(const Graph& graph, const std::vector<NodeId>& wanted,
                     std::int64_t bytes_per_entry, const ReportLimits& limits) {
  KeptGraph result;
  const std::vector<bool> kept = sampled_nodes(graph.nodes(), wanted, limits.nodes);
  result.position.assign(graph.nodes(), -1);
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    if (!kept[v]) continue;
    result.position[v] = static_cast<std::int64_t>(result.nodes.size());
    result.nodes.push_back(v);
  }
  const bool symmetric = graph.symmetric();
  const PairIndex& index = *graph.index();
  std::vector<EntryId> edges;  // one entry for each edge between kept nodes
  for (NodeId v = 0; v < graph.nodes(); ++v) {
    for (EntryId e = index.offsets()[v]; e < index.offsets()[v + 1]; ++e) {
      const NodeId u = index.columns()[e];
      if (u == v || (symmetric && u < v)) continue;
      ++result.edges_of_graph;
      if (kept[v] && kept[u]) edges.push_back(e);
    }
  }
  const std::int64_t directions = symmetric ? 2 : 1;
  const auto most = std::max<std::int64_t>(1, limits.edge_bytes / (bytes_per_entry * directions));
  const bool all = static_cast<std::int64_t>(edges.size()) <= most;
  const RandomPermutation order = sample_order(std::max<std::size_t>(1, edges.size()), 1);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (!all && static_cast<std::int64_t>(order(i)) >= most) continue;
    ++result.edges;
    result.entries.push_back(edges[i]);
    if (symmetric) result.entries.push_back(graph.reverse_entries()[edges[i]]);
  }
  return result;
}

}  // namespace disgnn::report
