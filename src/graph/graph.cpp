#include "disgnn/graph/graph.h"

#include <algorithm>

#include "disgnn/core/error.h"

namespace disgnn {

Graph::Graph(std::shared_ptr<const PairIndex> index, bool symmetric)
    : index_(std::move(index)), symmetric_(symmetric) {}

std::span<const EntryId> Graph::reverse_entries() const {
  // Rows and columns of a symmetric graph list the same nodes in the same (ascending) order, so the
  // by-column entry at a position is the reverse of the by-row entry at that position.
  return index_ && symmetric_ ? index_->column_entries() : std::span<const EntryId>{};
}

std::span<const NodeId> Graph::neighbours(NodeId v) const {
  const auto offsets = index_->offsets();
  return index_->columns().subspan(offsets[v], offsets[v + 1] - offsets[v]);
}

bool Graph::has_entry(NodeId row, NodeId column) const {
  const auto list = neighbours(row);
  return std::binary_search(list.begin(), list.end(), column);
}

BuiltGraph build_graph(NodeId nodes, std::span<const NodePair> pairs, const GraphOptions& options) {
  struct Candidate {
    NodeId column;
    std::int64_t pair;  // -1 marks the self loop every node gets
  };
  BuiltGraph built;
  built.counts.pairs = static_cast<std::int64_t>(pairs.size());

  std::vector<EntryId> start(static_cast<std::size_t>(nodes) + 1, 0);
  for (NodeId v = 0; v < nodes; ++v) start[v + 1] = 1;  // the self loop
  for (const NodePair& pair : pairs) {
    DISGNN_ASSERT(pair.row >= 0 && pair.row < nodes && pair.column >= 0 && pair.column < nodes);
    if (pair.row == pair.column) {
      ++built.counts.self_loops;
      continue;
    }
    ++start[pair.column + 1];
    if (!options.keep_direction) ++start[pair.row + 1];
  }
  for (NodeId v = 0; v < nodes; ++v) start[v + 1] += start[v];

  std::vector<Candidate> candidates(start.back());
  std::vector<EntryId> next(start.begin(), start.end() - 1);
  for (NodeId v = 0; v < nodes; ++v) candidates[next[v]++] = {v, -1};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [source, target] = pairs[i];
    if (source == target) continue;
    candidates[next[target]++] = {source, static_cast<std::int64_t>(i)};
    if (!options.keep_direction) {
      candidates[next[source]++] = {target, static_cast<std::int64_t>(i)};
    }
  }

  std::vector<EntryId> offsets{0};
  offsets.reserve(static_cast<std::size_t>(nodes) + 1);
  std::vector<NodeId> columns;
  columns.reserve(candidates.size());
  built.entry_pair.reserve(candidates.size());
  for (NodeId v = 0; v < nodes; ++v) {
    auto* const first = candidates.data() + start[v];
    auto* const last = candidates.data() + start[v + 1];
    std::sort(first, last, [](const Candidate& a, const Candidate& b) {
      return a.column != b.column ? a.column < b.column : a.pair < b.pair;
    });
    for (const auto* c = first; c != last; ++c) {
      if (c != first && c->column == c[-1].column) continue;
      columns.push_back(c->column);
      built.entry_pair.push_back(c->pair);
    }
    offsets.push_back(static_cast<EntryId>(columns.size()));
  }

  const std::int64_t kept = static_cast<std::int64_t>(columns.size()) - nodes;
  const std::int64_t distinct_pairs = options.keep_direction ? kept : kept / 2;
  built.counts.repeated_pairs = built.counts.pairs - built.counts.self_loops - distinct_pairs;
  built.graph = Graph(PairIndex::from_rows(nodes, std::move(offsets), std::move(columns)),
                      !options.keep_direction);
  return built;
}

}  // namespace disgnn
