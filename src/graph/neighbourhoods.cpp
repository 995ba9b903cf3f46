#include "disgnn/graph/neighbourhoods.h"

#include <algorithm>
#include <vector>

#include "disgnn/core/random.h"

namespace disgnn {
namespace {

/// Keeps `most` of the items, every set equally likely, in ascending order.
void keep_random_part(std::vector<NodeId>& items, std::int64_t most, NodeId node) {
  if (static_cast<std::int64_t>(items.size()) <= most) return;
  const RandomPermutation order(
      items.size(), RandomStream(0, RandomPurpose::kTwoHop, static_cast<std::uint32_t>(node)));
  std::vector<NodeId> kept;
  for (std::int64_t i = 0; i < most; ++i) kept.push_back(items[order(i)]);
  items = std::move(kept);
}

}  // namespace

std::shared_ptr<const PairIndex> without_self_loops(const PairIndex& edges) {
  std::vector<EntryId> offsets{0};
  std::vector<NodeId> columns;
  columns.reserve(edges.entries());
  for (NodeId v = 0; v < edges.nodes(); ++v) {
    for (EntryId e = edges.offsets()[v]; e < edges.offsets()[v + 1]; ++e) {
      if (edges.columns()[e] != v) columns.push_back(edges.columns()[e]);
    }
    offsets.push_back(static_cast<EntryId>(columns.size()));
  }
  return PairIndex::from_rows(edges.nodes(), std::move(offsets), std::move(columns));
}

std::shared_ptr<const PairIndex> with_self_loops(const PairIndex& edges) {
  std::vector<EntryId> offsets{0};
  std::vector<NodeId> columns;
  columns.reserve(edges.entries() + edges.nodes());
  for (NodeId v = 0; v < edges.nodes(); ++v) {
    const auto row =
        edges.columns().subspan(edges.offsets()[v], edges.offsets()[v + 1] - edges.offsets()[v]);
    const auto after = std::ranges::lower_bound(row, v);
    columns.insert(columns.end(), row.begin(), after);
    if (after == row.end() || *after != v) columns.push_back(v);
    columns.insert(columns.end(), after, row.end());
    offsets.push_back(static_cast<EntryId>(columns.size()));
  }
  return PairIndex::from_rows(edges.nodes(), std::move(offsets), std::move(columns));
}

std::shared_ptr<const PairIndex> two_hop_neighbours(const PairIndex& edges, std::int64_t most) {
  std::vector<EntryId> offsets{0};
  std::vector<NodeId> columns;
  std::vector<NodeId> seen_by(edges.nodes(), -1);  // the last row that met a node
  std::vector<NodeId> found;
  const auto row = [&](NodeId v) {
    return edges.columns().subspan(edges.offsets()[v], edges.offsets()[v + 1] - edges.offsets()[v]);
  };
  for (NodeId v = 0; v < edges.nodes(); ++v) {
    found.clear();
    seen_by[v] = v;
    for (const NodeId u : row(v)) seen_by[u] = v;
    for (const NodeId u : row(v)) {
      for (const NodeId w : row(u)) {
        if (seen_by[w] == v) continue;
        seen_by[w] = v;
        found.push_back(w);
      }
    }
    keep_random_part(found, most, v);
    std::sort(found.begin(), found.end());
    columns.insert(columns.end(), found.begin(), found.end());
    offsets.push_back(static_cast<EntryId>(columns.size()));
  }
  return PairIndex::from_rows(edges.nodes(), std::move(offsets), std::move(columns));
}

std::int64_t two_hop_limit(NodeId nodes) {
  constexpr std::int64_t kEntries = 2'000'000;
  constexpr std::int64_t kFewest = 32;
  return std::max(kFewest, kEntries / std::max<std::int64_t>(nodes, 1));
}

}  // namespace disgnn
